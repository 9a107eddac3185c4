"""How fast do M-LSTM and GCN-LSTM of the published sizes train in Python? For comparison with assay-train.

    OMP_NUM_THREADS=1 python3 benchmarks/grounded_pytorch.py DIR SPLIT mlstm|gcn [SECONDS]

DIR and SPLIT are a data set of assay (gscan or reascan, grid 6) and one of its splits. Sizes and dropout are those of
recipes/learners/mlstm_gscan.toml and gcn_reascan.toml. It is written as users of PyTorch would at best: nn.LSTM with
packed sequences, dense convolutions, nodes padded to the most of a batch, batches of 200 rows of like length, Adam
(fused), one thread. Prints examples and tokens of command and target, without padding, per CPU second of training, after
a warm-up of two seconds.
"""

import json
import random
import sys
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

PADDING, END, GRID, FEATURES, BATCH = 0, 1, 6, 17, 200


def read_rows(folder, split):
    rows = []
    for file in sorted((Path(folder) / "data").glob("*.jsonl")):
        rows += [json.loads(line) for line in file.open(encoding="utf-8")]
    numbers = json.loads((Path(folder) / "splits" / f"{split}.json").read_text(encoding="utf-8"))["trainIdxs"]
    chosen = [rows[i] for i in random.sample(numbers, min(len(numbers), 20000))]
    return [(row["command"].split(), row["target"].split(","), row["world"]) for row in chosen]


def world_tensor(column):
    cells = torch.zeros(GRID * GRID, FEATURES)
    _, row, place, facing, *things = column
    cells[row * GRID + place, 12] += 1
    cells[row * GRID + place, 13 + facing] += 1
    for shape, colour, size, row, place in zip(*[iter(things)] * 5):
        cells[row * GRID + place, [size - 1, 4 + shape, 8 + colour]] += 1
    return cells


def batches_of(rows):
    """Tensors of like length, cut once; each epoch shuffles their order."""
    words = {word: i + 3 for i, word in enumerate(sorted({w for row in rows for side in row[:2] for w in side}))}
    examples = [[[words[w] for w in side] + [END] for side in row[:2]] + [world_tensor(row[2])] for row in rows]
    examples.sort(key=lambda each: (len(each[1]), len(each[0]), random.random()))

    def padded(side):
        longest = max(map(len, side))
        return torch.tensor([each + [PADDING] * (longest - len(each)) for each in side])

    made = []
    for begin in range(0, len(examples), BATCH):
        cut = examples[begin : begin + BATCH]
        source, target = padded([e[0] for e in cut]), padded([e[1] for e in cut])
        lengths = torch.tensor([len(e[0]) for e in cut])
        tokens = sum(len(e[0]) + len(e[1]) for e in cut)
        made.append((source, target, lengths, torch.stack([e[2] for e in cut]), len(cut), tokens))
    return made, len(words) + 3


class Convolutions(nn.Module):
    def __init__(self, inputs, channels):
        super().__init__()
        self.layers = nn.ModuleList(nn.Conv2d(inputs, channels, side, padding=side // 2) for side in (1, 5, 7))

    def forward(self, cells):
        grid = cells.transpose(1, 2).unflatten(2, (GRID, GRID))
        return F.relu(torch.cat([layer(grid) for layer in self.layers], 1)).flatten(2).transpose(1, 2)


class Reading(nn.Module):
    """Additive attention that reads projected keys."""

    def __init__(self, inputs, width):
        super().__init__()
        self.key = nn.Linear(inputs, width, bias=False)
        self.query = nn.Linear(width, width, bias=False)
        self.weight = nn.Linear(width, 1, bias=False)

    def forward(self, query, keys, mask=None):
        scores = self.weight(torch.tanh(self.query(query).unsqueeze(1) + keys)).squeeze(2)
        if mask is not None:
            scores = scores.masked_fill(~mask, -1e9)
        return torch.bmm(scores.softmax(1).unsqueeze(1), keys).squeeze(1)


class Decoder(nn.Module):
    def __init__(self, words, width, cells, dropout, is_joined):
        super().__init__()
        self.words = nn.Embedding(words, width, padding_idx=PADDING)
        self.first = nn.Parameter(torch.randn(width))
        self.start = nn.Linear(width, width)
        self.command, self.world = Reading(width, width), Reading(cells, width)
        self.bend = nn.Linear(2 * width, width)
        self.cell = nn.LSTMCell(3 * width, width)
        self.drop = nn.Dropout(dropout)
        self.is_joined = is_joined
        self.inner = nn.Linear(4 * width, width, bias=False) if is_joined else nn.Identity()
        self.outer = nn.Linear(width, words, bias=False)

    def forward(self, target, state, memory, mask, cells):
        hidden = cell = torch.tanh(self.start(state))
        shown = self.words(target)
        inputs = self.drop(torch.cat([self.first.expand(len(target), 1, -1), shown[:, :-1]], 1))
        words, world = self.command.key(memory), self.world.key(cells)
        steps = []
        for x in inputs.unbind(1):
            of_words = self.command(hidden, words, mask)
            of_world = self.world(torch.tanh(self.bend(torch.cat([hidden, of_words], 1))), world)
            hidden, cell = self.cell(torch.cat([x, of_words, of_world], 1), (hidden, cell))
            steps.append(torch.cat([x, hidden, of_words, of_world], 1) if self.is_joined else hidden)
        return self.outer(self.inner(torch.stack(steps, 1)))


class Command(nn.Module):
    def __init__(self, words, embedded, width, dropout):
        super().__init__()
        self.words = nn.Embedding(words, embedded, padding_idx=PADDING)
        self.drop = nn.Dropout(dropout)
        self.lstm = nn.LSTM(embedded, width, batch_first=True, bidirectional=True)

    def forward(self, source, lengths):
        packed = nn.utils.rnn.pack_padded_sequence(
            self.drop(self.words(source)), lengths, batch_first=True, enforce_sorted=False
        )
        outputs, (last, _) = self.lstm(packed)
        return nn.utils.rnn.pad_packed_sequence(outputs, batch_first=True)[0], last


class Mlstm(nn.Module):
    def __init__(self, words, width=100, channels=50):
        super().__init__()
        self.command = Command(words, 25, width, 0.3)
        self.world = Convolutions(FEATURES, channels)
        self.drop = nn.Dropout(0.1)
        self.decoder = Decoder(words, width, 3 * channels, 0.3, True)

    def forward(self, source, target, lengths, world):
        outputs, last = self.command(source, lengths)
        memory = sum(outputs.chunk(2, 2))
        return self.decoder(target, last.sum(0), memory, source != PADDING, self.drop(self.world(world)))


class GcnLstm(nn.Module):
    def __init__(self, words, width=64, rounds=4):
        super().__init__()
        self.command = Command(words, 32, width // 2, 0.2)
        self.node = nn.ModuleList(nn.Linear(count, width // 4, bias=False) for count in (4, 4, 4, 5))
        self.context = nn.Parameter(torch.randn(width))
        self.asked = nn.Linear(width, width)
        self.asked_at = nn.ModuleList(nn.Linear(width, width) for _ in range(rounds))
        self.word_weight = nn.Linear(width, 1)
        self.node_factor, self.context_factor = nn.Linear(width, width), nn.Linear(width, width)
        self.ends = nn.Linear(3 * width, 3 * width)
        self.by_command = nn.Linear(width, 2 * width)
        self.update, self.joined = nn.Linear(2 * width, width), nn.Linear(2 * width, width)
        self.world = Convolutions(width, width)
        self.state_drop, self.node_drop, self.drop = nn.Dropout(0.08), nn.Dropout(0.15), nn.Dropout(0.1)
        self.decoder = Decoder(words, width, 3 * width, 0.85, False)

    def nodes(self, world):
        """Occupied cells in front, as many as the fullest world has."""
        is_there = world.sum(2) > 0
        most = int(is_there.sum(1).max())
        cells = torch.argsort((~is_there).to(torch.int8), dim=1, stable=True)[:, :most]
        return cells, is_there.gather(1, cells), world.gather(1, cells.unsqueeze(2).expand(-1, -1, FEATURES))

    def forward(self, source, target, lengths, world):
        memory, last = self.command(source, lengths)
        state = self.state_drop(last.transpose(0, 1).flatten(1))
        mask = source != PADDING
        cells, is_node, things = self.nodes(world)
        x = torch.cat([layer(part) for layer, part in zip(self.node, things.split([4, 4, 4, 5], 2))], 2)
        context = self.context.expand_as(x)
        pairs = is_node.unsqueeze(1) & ~torch.eye(x.shape[1], dtype=torch.bool)
        asked = F.relu(self.asked(state))
        for layer in self.asked_at:
            scores = self.word_weight(memory * layer(asked).unsqueeze(1)).squeeze(2).masked_fill(~mask, -1e9)
            said = torch.bmm(scores.softmax(1).unsqueeze(1), memory)
            fused = self.node_factor(self.node_drop(x)) * self.context_factor(self.node_drop(context))
            query, key, value = self.ends(torch.cat([x, context, fused], 2)).chunk(3, 2)
            of_key, of_value = self.by_command(said).chunk(2, 2)
            shares = torch.bmm(query, (key * of_key).transpose(1, 2)).masked_fill(~pairs, -1e9).softmax(2)
            context = self.update(torch.cat([context, torch.bmm(shares, value * of_value)], 2))
        met = self.joined(torch.cat([x, context], 2)) * is_node.unsqueeze(2)
        grid = torch.zeros(len(met), GRID * GRID, met.shape[2]).scatter(1, cells.unsqueeze(2).expand_as(met), met)
        return self.decoder(target, state, memory, mask, self.drop(self.world(grid)))


def train(model, batches, seconds):
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True)
    begin, counted_from, rows, tokens = time.process_time(), None, 0, 0
    while True:
        for source, target, lengths, world, count, size in random.sample(batches, len(batches)):
            now = time.process_time()
            if counted_from is None and now - begin > 2:
                counted_from = now
            if counted_from is not None:
                if now - counted_from > seconds:
                    return rows / (now - counted_from), tokens / (now - counted_from)
                rows, tokens = rows + count, tokens + size
            logits = model(source, target, lengths, world)
            loss = F.cross_entropy(logits.flatten(0, 1), target.flatten(), ignore_index=PADDING)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()


def main():
    folder, split, kind = sys.argv[1:4]
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 20.0
    torch.set_num_threads(1)
    random.seed(1)
    torch.manual_seed(1)
    batches, words = batches_of(read_rows(folder, split))
    model = Mlstm(words) if kind == "mlstm" else GcnLstm(words)
    parameters = sum(each.numel() for each in model.parameters())
    examples, tokens = train(model, batches, seconds)
    print(
        f"{kind}: {parameters:,} parameters, {examples:,.0f} examples and {tokens:,.0f} tokens/CPU-s, "
        f"PyTorch {torch.__version__}"
    )


if __name__ == "__main__":
    main()
