"""How fast do learners of the same size train in Python? For comparison with assay-train.

    OMP_NUM_THREADS=1 python3 benchmarks/learners_pytorch.py DIR SPLIT lstm|transformer [SECONDS]

DIR and SPLIT are a data set of assay and one of its splits. Sizes are those of recipes/learners/lstm_small.toml and
transformer_small.toml. It is written as users of PyTorch would at best: nn.LSTM with packed sequences,
scaled_dot_product_attention, batches of rows of like length, Adam (fused where there is one), one thread. Prints
tokens of source and target, without padding, per CPU second of training, after a warm-up of two seconds.
"""

import json
import math
import random
import sys
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

PADDING, END, WIDTH, LAYERS, DROPOUT, BATCH = 0, 1, 128, 2, 0.1, 64


def read_rows(folder, split):
    rows = []
    for file in sorted((Path(folder) / "data").glob("*.jsonl")):
        rows += [json.loads(line) for line in file.open(encoding="utf-8")]
    numbers = json.loads((Path(folder) / "splits" / f"{split}.json").read_text(encoding="utf-8"))["trainIdxs"]
    return [(rows[i]["input"].split(), rows[i]["target"].split()) for i in numbers]


def batches_of(rows):
    """Tensors of like length, cut once; each epoch shuffles their order."""
    words = {word: i + 3 for i, word in enumerate(sorted({w for pair in rows for side in pair for w in side}))}
    pairs = [[[words[w] for w in side] + [END] for side in pair] for pair in rows]
    pairs.sort(key=lambda pair: (max(map(len, pair)), len(pair[1]), random.random()))

    def padded(side):
        longest = max(map(len, side))
        return torch.tensor([each + [PADDING] * (longest - len(each)) for each in side])

    made = []
    for begin in range(0, len(pairs), BATCH):
        cut = pairs[begin : begin + BATCH]
        source, target = padded([p[0] for p in cut]), padded([p[1] for p in cut])
        lengths = torch.tensor([len(p[0]) for p in cut])
        made.append((source, target, lengths, sum(len(p[0]) + len(p[1]) for p in cut)))
    return made, len(words) + 3


class Lstm(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.source = nn.Embedding(words, WIDTH, padding_idx=PADDING)
        self.target = nn.Embedding(words, WIDTH, padding_idx=PADDING)
        self.encoder = nn.LSTM(WIDTH, WIDTH, LAYERS, batch_first=True, dropout=DROPOUT)
        self.decoder = nn.LSTM(WIDTH, WIDTH, LAYERS, batch_first=True, dropout=DROPOUT)
        self.drop = nn.Dropout(DROPOUT)
        self.query = nn.Linear(WIDTH, WIDTH, bias=False)
        self.key = nn.Linear(WIDTH, WIDTH, bias=False)
        self.attended = nn.Linear(2 * WIDTH, WIDTH, bias=False)
        self.output = nn.Linear(WIDTH, WIDTH)
        self.softmax = nn.Linear(WIDTH, words, bias=False)

    def forward(self, source, target, lengths):
        packed = nn.utils.rnn.pack_padded_sequence(
            self.drop(self.source(source)), lengths, batch_first=True, enforce_sorted=False
        )
        memory, state = self.encoder(packed)
        memory, _ = nn.utils.rnn.pad_packed_sequence(memory, batch_first=True, total_length=source.shape[1])
        shown = self.target(target)
        shifted = torch.cat([torch.zeros_like(shown[:, :1]), shown[:, :-1]], 1)
        queries, _ = self.decoder(self.drop(shifted), state)
        mask = (source != PADDING)[:, None, :]
        read = F.scaled_dot_product_attention(self.query(queries), self.key(memory), memory, attn_mask=mask)
        return self.softmax(self.output(self.attended(torch.cat([queries, read], -1))))


class Attention(nn.Module):
    def __init__(self, heads):
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(WIDTH, WIDTH, bias=False)
        self.key_value = nn.Linear(WIDTH, 2 * WIDTH, bias=False)
        self.output = nn.Linear(WIDTH, WIDTH, bias=False)

    def forward(self, x, memory, mask, is_causal):
        def by_heads(y):
            return y.view(y.shape[0], y.shape[1], self.heads, -1).transpose(1, 2)

        key, value = self.key_value(memory).chunk(2, -1)
        read = F.scaled_dot_product_attention(
            by_heads(self.query(x)),
            by_heads(key),
            by_heads(value),
            attn_mask=mask,
            is_causal=is_causal,
            dropout_p=DROPOUT if self.training else 0.0,
        )
        return self.output(read.transpose(1, 2).flatten(2))


class Layer(nn.Module):
    def __init__(self, heads, filter_width, is_decoder):
        super().__init__()
        self.own = Attention(heads)
        self.other = Attention(heads) if is_decoder else None
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH, eps=1e-6) for _ in range(3 if is_decoder else 2))
        self.inner, self.outer = nn.Linear(WIDTH, filter_width), nn.Linear(filter_width, WIDTH)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, x, mask, memory=None, memory_mask=None):
        y = self.norms[0](x)
        x = x + self.drop(self.own(y, y, mask, memory is not None))
        if memory is not None:
            x = x + self.drop(self.other(self.norms[1](x), memory, memory_mask, False))
        return x + self.drop(self.outer(self.drop(F.relu(self.inner(self.norms[-1](x))))))


class Transformer(nn.Module):
    def __init__(self, words, heads=8, filter_width=512):
        super().__init__()
        self.words = nn.Embedding(words, WIDTH, padding_idx=PADDING)
        nn.init.normal_(self.words.weight, std=WIDTH**-0.5)
        self.encoder = nn.ModuleList(Layer(heads, filter_width, False) for _ in range(LAYERS))
        self.decoder = nn.ModuleList(Layer(heads, filter_width, True) for _ in range(LAYERS))
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH, eps=1e-6) for _ in range(2))
        self.drop = nn.Dropout(DROPOUT)
        wave = torch.exp(-torch.arange(WIDTH // 2) * math.log(1e4) / (WIDTH // 2 - 1))
        angles = torch.arange(512)[:, None] * wave
        self.register_buffer("places", torch.cat([angles.sin(), angles.cos()], 1))

    def placed(self, x):
        return self.drop(x + self.places[: x.shape[1]])

    def forward(self, source, target, lengths):
        mask = (source != PADDING)[:, None, None, :]
        x = self.placed(self.words(source) * math.sqrt(WIDTH))
        for layer in self.encoder:
            x = layer(x, mask)
        memory = self.norms[0](x)
        shown = self.words(target) * math.sqrt(WIDTH)
        y = self.placed(torch.cat([torch.zeros_like(shown[:, :1]), shown[:, :-1]], 1))
        for layer in self.decoder:
            y = layer(y, None, memory, mask)
        return F.linear(self.norms[1](y), self.words.weight)


def train(model, batches, seconds):
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True)
    begin, counted_from, tokens = time.process_time(), None, 0
    while True:
        for source, target, lengths, count in random.sample(batches, len(batches)):
            now = time.process_time()
            if counted_from is None and now - begin > 2:
                counted_from = now
            if counted_from is not None:
                if now - counted_from > seconds:
                    return tokens / (now - counted_from)
                tokens += count
            logits = model(source, target, lengths)
            loss = F.cross_entropy(logits.flatten(0, 1), target.flatten(), ignore_index=PADDING)
            optimiser.zero_grad()
            loss.backward()
            if isinstance(model, Lstm):
                nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            optimiser.step()


def main():
    folder, split, kind = sys.argv[1:4]
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 20.0
    torch.set_num_threads(1)
    random.seed(1)
    torch.manual_seed(1)
    batches, words = batches_of(read_rows(folder, split))
    model = Lstm(words) if kind == "lstm" else Transformer(words)
    parameters = sum(each.numel() for each in model.parameters())
    rate = train(model, batches, seconds)
    print(f"{kind}: {parameters:,} parameters, {rate:,.0f} tokens/CPU-s, PyTorch {torch.__version__}")


if __name__ == "__main__":
    main()
