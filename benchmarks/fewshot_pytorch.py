"""What a learner of CURI's episodes costs in PyTorch, written the obvious way: the peer of `assay train --model curi_*`.

    benchmarks/fewshot_pytorch.py average|concat|relation|transformer [SECONDS] [WIDTH] [EPISODES]

Sizes, optimiser and normalisation are those of recipes/learners/curi_*.toml; scenes are random, with two to five things in five
places. Prints the parameters and the episodes per CPU second of training, one thread.
"""

import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

PLACES, NUMBERS, SHOTS, OBJECT, FEATURES = 5, 19, 25, 96, 256


class Average(nn.Module):
    def __init__(self, width, inputs=OBJECT, widths=None):
        super().__init__()
        sizes = [inputs, *(widths or [width, 2 * width, 3 * width // 2])]
        layers = []
        for before, after in zip(sizes, sizes[1:]):
            layers += [nn.Linear(before, after), nn.BatchNorm1d(after), nn.ReLU()]
        self.layers = nn.Sequential(*layers, nn.Linear(sizes[-1], FEATURES))

    def forward(self, x):
        return self.layers(x.mean(1))


class Concat(Average):
    def __init__(self, width):
        super().__init__(width, PLACES * OBJECT, [width, 2 * width, width])

    def forward(self, x):
        return self.layers(x.flatten(1))


class Relation(nn.Module):
    def __init__(self, width):
        super().__init__()
        sizes = [2 * OBJECT, width, width, width, width]
        inner = []
        for before, after in zip(sizes, sizes[1:]):
            inner += [nn.Linear(before, after), nn.ReLU()]
        self.g = nn.Sequential(*inner)
        self.f = nn.Sequential(
            nn.Linear(width, width), nn.ReLU(), nn.BatchNorm1d(width),
            nn.Linear(width, width), nn.ReLU(), nn.BatchNorm1d(width),
            nn.Linear(width, FEATURES),
        )  # fmt: skip

    def forward(self, x):
        first = x.unsqueeze(2).expand(-1, -1, PLACES, -1)
        second = x.unsqueeze(1).expand(-1, PLACES, -1, -1)
        return self.f(self.g(torch.cat([first, second], -1)).sum((1, 2)))


class Transformer(nn.Module):
    def __init__(self, _width):
        super().__init__()
        layer = nn.TransformerEncoderLayer(OBJECT, 2, 512, 0.1, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, 4, enable_nested_tensor=False)
        self.output = nn.Linear(4 * OBJECT, FEATURES)

    def forward(self, x):
        y = self.layers(x)
        return self.output(torch.cat([y.max(1)[0], y.min(1)[0], y.sum(1), y.mean(1)], 1))


POOLINGS = {"average": Average, "concat": Concat, "relation": Relation, "transformer": Transformer}


class Learner(nn.Module):
    def __init__(self, pooling, width):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(NUMBERS, 57), nn.ReLU(), nn.Linear(57, OBJECT))
        self.pooling = POOLINGS[pooling](width)

    def forward(self, scenes):
        return self.pooling(self.encoder(scenes))


def random_scenes(count):
    scenes = torch.rand(count, PLACES, NUMBERS)
    things = torch.randint(2, PLACES + 1, (count, 1))
    scenes[torch.arange(PLACES).expand(count, -1) >= things] = -1
    return scenes


def loss_of(learner, support, query, labels):
    episodes = labels.shape[0]
    z = learner(support).view(episodes, SHOTS, -1)
    q = learner(query).view(episodes, SHOTS, -1)
    yes = labels.unsqueeze(-1)
    means = [(z * share).sum(1) / share.sum(1) for share in (1 - yes, yes)]
    logits = torch.stack([-(q - mean.unsqueeze(1)).square().sum(-1) for mean in means], -1)
    return F.cross_entropy(logits.flatten(0, 1), labels.long().flatten())


def main():
    pooling = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 20.0
    width = int(sys.argv[3]) if len(sys.argv) > 3 else 256
    episodes = int(sys.argv[4]) if len(sys.argv) > 4 else 16
    torch.set_num_threads(1)
    torch.manual_seed(1)
    learner = Learner(pooling, width)
    parameters = sum(each.numel() for each in learner.parameters())
    optimiser = torch.optim.Adam(learner.parameters(), lr=1e-3, fused=True)
    labels = torch.zeros(episodes, SHOTS)
    labels[:, :5] = 1
    batches = [(random_scenes(episodes * SHOTS), random_scenes(episodes * SHOTS)) for _ in range(8)]
    begin, counted_from, done = time.process_time(), None, 0
    while True:
        for support, query in batches:
            now = time.process_time()
            if counted_from is None and now - begin > 2:
                counted_from = now
            if counted_from is not None:
                if now - counted_from > seconds:
                    rate = done / (now - counted_from)
                    print(f"{pooling}, {width} wide: {parameters:,} parameters, {rate:,.1f} episodes/CPU-s, "
                          f"batches of {episodes}, PyTorch {torch.__version__}")
                    return
                done += episodes
            loss = loss_of(learner, support, query, labels)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()


if __name__ == "__main__":
    main()
