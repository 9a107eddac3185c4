"""A second witness for the learners: PyTorch finds every block's outputs and gradients again, within 1e-5.

    tests/peers/learners_test.py PROGRAM     # assay_learner_blocks of a build; needs the package torch

The program prints weights, inputs, outputs and gradients of each block. Here the same is written with PyTorch's own
modules and functions where it has them (nn.LSTMCell, scaled_dot_product_attention, layer_norm, cross_entropy, Adam).
"""

import json
import math
import subprocess
import sys

import torch
import torch.nn.functional as F

TOLERANCE = 1e-5


def tensor(document, whole=False, dtype=torch.float32):
    made = torch.tensor(document["values"], dtype=dtype).view(document["shape"])
    return made.long() if whole else made


class Case:
    """One printed case: `p` parameters, `x` inputs, `given` whole numbers, `setting`."""

    def __init__(self, line):
        document = json.loads(line)
        self.block = document["block"]
        self.setting = document["setting"]
        # Learners of episodes normalise by the batch, which makes much of rounding: they are printed in double.
        dtype = torch.float64 if self.block == "fewshot" else torch.float32
        self.p = {name: tensor(each, dtype=dtype).requires_grad_() for name, each in document["parameters"].items()}
        self.x = {name: tensor(each, dtype=dtype).requires_grad_() for name, each in document["inputs"].items()}
        self.given = {name: tensor(each, self.block != "adam") for name, each in document["given"].items()}
        self.outputs = {name: tensor(each, dtype=dtype) for name, each in document["outputs"].items()}
        self.gradients = {name: tensor(each, dtype=dtype) for name, each in document["gradients"].items()}

    def title(self):
        return f"{self.block} {json.dumps(self.setting)}"


def padding_mask(lengths, width):
    """True where a row has a token: [rows, width]."""
    return torch.arange(width).unsqueeze(0) < lengths.unsqueeze(1)


# --- blocks ---------------------------------------------------------------------------------------------------------


def cell_weights(p, name, parts=(".input",)):
    """The weights as nn.LSTMCell's: gates i, j, f, o become i, f, g, o, and the forget bias of 1 is part of the bias."""
    width = p[name + ".hidden"].shape[0]
    order = [0, 2, 1, 3]

    def turned(weight):
        return torch.cat([weight.t().chunk(4, 0)[gate] for gate in order], 0)

    bias = torch.cat([p[name + ".bias"].chunk(4)[gate] for gate in order])
    shift = torch.zeros(4 * width)
    shift[width : 2 * width] = 1
    return {
        "weight_ih": turned(torch.cat([p[name + part] for part in parts], 0)),
        "weight_hh": turned(p[name + ".hidden"]),
        "bias_ih": bias + shift,
        "bias_hh": torch.zeros(4 * width),
    }


def torch_lstm_cell(p, name, parts=(".input",)):
    weights = cell_weights(p, name, parts)
    cell = torch.nn.LSTMCell(weights["weight_ih"].shape[1], weights["weight_hh"].shape[1])
    return lambda x, state: torch.func.functional_call(cell, weights, (x, state))


def run_lstm(p, name, inputs, hidden, cell, lengths):
    """[time, rows, inputs] -> outputs, zero behind the end of a row, and the state at each row's end."""
    step = torch_lstm_cell(p, name)
    outputs = []
    for time in range(inputs.shape[0]):
        new_hidden, new_cell = step(inputs[time], (hidden, cell))
        runs = (time < lengths).unsqueeze(1)
        hidden, cell = torch.where(runs, new_hidden, hidden), torch.where(runs, new_cell, cell)
        outputs.append(torch.where(runs, new_hidden, torch.zeros_like(new_hidden)))
    return torch.stack(outputs), hidden, cell


def lstm_layer(case):
    outputs, hidden, cell = run_lstm(
        case.p, "lstm", case.x["inputs"], case.x["hidden"], case.x["cell"], case.given["lengths"]
    )
    return {"outputs": outputs, "hidden": hidden, "cell": cell}


def by_heads(x, heads):
    return x.view(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)


def read_memory(p, name, queries, memory, mask, heads, additive):
    asked, keys = queries @ p[name + ".query"], memory @ p[name + ".key"]
    if additive:
        scores = torch.tanh(asked.unsqueeze(2) + keys.unsqueeze(1)) @ p[name + ".weights"]
        scores = scores.masked_fill(~mask[:, None, :, None], -math.inf)
        return torch.einsum("btsh,bsw->bthw", scores.softmax(2), memory)
    read = F.scaled_dot_product_attention(
        by_heads(asked, heads), by_heads(keys, heads), by_heads(memory, heads), attn_mask=mask[:, None, None, :]
    )
    return read.transpose(1, 2)


def memory_attention(case):
    mask = padding_mask(case.given["lengths"], case.x["memory"].shape[1])
    setting = case.setting
    return {
        "contexts": read_memory(
            case.p, "attention", case.x["queries"], case.x["memory"], mask, setting["heads"], setting["additive"]
        )
    }


def sinusoid(position, width):
    half = width // 2
    waves = [math.exp(-i * math.log(10000.0) / (half - 1)) for i in range(half)]
    return torch.tensor([math.sin(position * w) for w in waves] + [math.cos(position * w) for w in waves])


def attend(p, name, x, memory, heads, mask):
    width = x.shape[2]
    query = by_heads(x @ p[name + ".query"], heads)
    both = memory @ p[name + ".key_value"]
    key, value = by_heads(both[..., :width], heads), by_heads(both[..., width:], heads)
    if name + ".distance" not in p:
        read = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
    else:
        # Transformer-XL, pair by pair.
        scores = torch.zeros(x.shape[0], heads, x.shape[1], memory.shape[1])
        for i in range(x.shape[1]):
            for j in range(memory.shape[1]):
                distance = (sinusoid(j - i, width) @ p[name + ".distance"]).view(heads, -1)
                content = (query[:, :, i] + p[name + ".content_bias"][:, 0]) * key[:, :, j]
                place = (query[:, :, i] + p[name + ".distance_bias"][:, 0]) * distance
                one = torch.zeros(x.shape[1], memory.shape[1])
                one[i, j] = 1
                scores = scores + (content + place).sum(-1)[:, :, None, None] * one
        scores = scores / math.sqrt(width // heads)
        read = scores.masked_fill(~mask, -math.inf).softmax(-1) @ value
    joined = read.transpose(1, 2).reshape(x.shape)
    return joined @ p[name + ".output"]


def causal(length):
    return torch.ones(length, length, dtype=torch.bool).tril()[None, None]


def head_attention(case):
    x = case.x["x"]
    return {"y": attend(case.p, "attention", x, x, case.setting["heads"], causal(x.shape[1]))}


def transform(p, name, x, heads, mask, memory=None, memory_mask=None, pre=True):
    def norm(kind, y):
        return F.layer_norm(y, y.shape[-1:], p[f"{name}.{kind}.scale"], p[f"{name}.{kind}.shift"], 1e-6)

    def residual(kind, y, block):
        return y + block(norm(kind, y)) if pre else norm(kind, y + block(y))

    x = residual("self_norm", x, lambda y: attend(p, name + ".self", y, y, heads, mask))
    if memory is not None:
        x = residual("cross_norm", x, lambda y: attend(p, name + ".cross", y, memory, heads, memory_mask))

    def feed_forward(y):
        inner = F.linear(y, p[name + ".inner.weight"].t(), p[name + ".inner.bias"])
        return F.linear(F.relu(inner), p[name + ".outer.weight"].t(), p[name + ".outer.bias"])

    return residual("block_norm", x, feed_forward)


def transformer_layer(case):
    x, heads, pre = case.x["x"], case.setting["heads"], case.setting["pre"]
    if case.setting["decoder"]:
        return {"y": transform(case.p, "layer", x, heads, causal(x.shape[1]), case.x["memory"], None, pre)}
    mask = padding_mask(case.given["lengths"], x.shape[1])[:, None, None, :]
    return {"y": transform(case.p, "layer", x, heads, mask, pre=pre)}


def loss(case):
    logits, targets = case.x["logits"], case.given["targets"]
    words = logits.shape[1]
    # PyTorch spreads the share over all words, the right one too.
    smoothing = case.setting["smoothing"] * words / (words - 1)
    return {"loss": F.cross_entropy(logits, targets, ignore_index=-1, label_smoothing=smoothing)}


def look_up(table, tokens, scale):
    return F.embedding(tokens, table) * scale * (tokens != 0).unsqueeze(-1)


def embedding(case):
    return {
        "found": look_up(case.p["table"], case.given["tokens"], case.setting["scale"]),
        "scores": F.linear(case.x["x"], case.p["table"]),
    }


def positions(case):
    x = case.x["x"]
    return {"y": x * torch.stack([sinusoid(case.setting["first"] + i, x.shape[1]) for i in range(x.shape[0])])}


def adam(case):
    parameter = case.given["start"].clone().requires_grad_()
    optimiser = torch.optim.Adam([parameter], lr=0.1, betas=(0.9, 0.98), eps=1e-12)
    for step in (1, 2, 3):
        parameter.grad = case.given[f"gradient{step}"].clone()
        optimiser.step()
    return {"parameters": parameter.detach()}


# --- blocks of learners of worlds -----------------------------------------------------------------------------------


def both_ways(p, name, inputs, lengths):
    """nn.LSTM over packed sequences: outputs [time, rows, 2 width], last states of both directions."""
    weights = {}
    for direction, ending in ((".forward", "_l0"), (".backward", "_l0_reverse")):
        weights |= {key + ending: value for key, value in cell_weights(p, name + direction).items()}
    width = weights["weight_hh_l0"].shape[1]
    layer = torch.nn.LSTM(inputs.shape[2], width, bidirectional=True)
    packed = torch.nn.utils.rnn.pack_padded_sequence(inputs, lengths, enforce_sorted=False)
    outputs, (last, _) = torch.func.functional_call(layer, weights, (packed,))
    return torch.nn.utils.rnn.pad_packed_sequence(outputs, total_length=inputs.shape[0])[0], last


def bidirectional_lstm(case):
    outputs, last = both_ways(case.p, "layer", case.x["inputs"], case.given["lengths"])
    forward, backward = outputs.chunk(2, -1)
    return {"forward": forward, "backward": backward, "last_forward": last[0], "last_backward": last[1]}


def convolve(p, name, cells, sides):
    """cells [rows, grid, grid, inputs] -> [rows, cells, channels of all kernels]."""
    made = []
    for side in sides:
        weight = p[f"{name}.{side}"].view(side, side, cells.shape[3], -1).permute(3, 2, 0, 1)
        made.append(F.conv2d(cells.permute(0, 3, 1, 2), weight, p[f"{name}.{side}.bias"], padding=side // 2))
    return torch.cat(made, 1).flatten(2).transpose(1, 2)


def grid_convolution(case):
    x, rows, grid = case.x["x"], case.setting["rows"], case.setting["grid"]
    cells = torch.zeros(rows * grid * grid, x.shape[1]).index_add(0, case.given["places"], x)
    return {"y": convolve(case.p, "layer", cells.view(rows, grid, grid, -1), case.setting["sides"])}


def exchange(query, key, value):
    """Messages among the nodes of one graph, each from all others."""
    if len(query) == 1:
        return torch.zeros_like(value)
    others = ~torch.eye(len(query), dtype=torch.bool)
    return F.scaled_dot_product_attention(query[None], key[None], value[None], attn_mask=others[None], scale=1.0)[0]


def messages(case):
    ends = case.given["ends"].tolist()
    graphs = list(zip([0, *ends], ends))
    return {"messages": torch.cat([exchange(*(case.x[n][a:b] for n in ("query", "key", "value"))) for a, b in graphs])}


def read_keys(query, weights, keys, mask=None):
    scores = torch.tanh(query.unsqueeze(1) + keys) @ weights
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    return torch.einsum("bk,bkw->bw", scores.softmax(1), keys)


def decode_step(p, x, hidden, cell, words, mask, world):
    """One step of the decoder that reads command and world."""
    name = "decoder."
    of_words = read_keys(hidden @ p[name + "word_query"], p[name + "word_weights"], words, mask)
    both = torch.cat([p[name + "state_to_query"], p[name + "words_to_query"]])
    bent = torch.tanh(torch.cat([hidden, of_words], 1) @ both + p[name + "query_bias"])
    of_world = read_keys(bent @ p[name + "world_query"], p[name + "world_weights"], world)
    step = torch_lstm_cell(p, "decoder", (".input", ".words_to_gates", ".world_to_gates"))
    hidden, cell = step(torch.cat([x, of_words, of_world], 1), (hidden, cell))
    return hidden, cell, of_words, of_world


def double_attention(case):
    x, mask = case.x, padding_mask(case.given["lengths"], case.x["words"].shape[1])
    hidden, cell, begin = x["hidden"], x["cell"], 0
    steps = []
    for live in case.given["live"].tolist():
        rows = [each[:live] for each in (hidden, cell, x["words"], mask, x["world"])]
        hidden, cell, *read = decode_step(case.p, x["inputs"][begin : begin + live], *rows)
        steps.append((hidden, *read))
        begin += live
    return dict(zip(("outputs", "words_read", "world_read"), map(torch.cat, zip(*steps))))


# --- models ---------------------------------------------------------------------------------------------------------


def lstm_model(case):
    p, layers, heads = case.p, case.setting["layers"], case.setting["heads"]
    source, target, lengths = case.given["source"], case.given["target"], case.given["source_lengths"]
    width = p["source"].shape[1]
    turned = torch.zeros_like(source)
    for row, length in enumerate(lengths.tolist()):
        turned[row, :length] = source[row, :length].flip(0)
    x = look_up(p["source"], turned, math.sqrt(width)).transpose(0, 1)
    states = []
    for layer in range(layers):
        zero = torch.zeros(source.shape[0], width)
        x, hidden, cell = run_lstm(p, f"encoder.{layer}", x, zero, zero, lengths)
        states.append((hidden, cell))
    memory = x.transpose(0, 1)
    shown = look_up(p["target"], target, math.sqrt(width)).transpose(0, 1)
    y = torch.cat([torch.zeros_like(shown[:1]), shown[:-1]])
    endless = torch.full_like(lengths, target.shape[1])
    for layer in range(layers):
        y, _, _ = run_lstm(p, f"decoder.{layer}", y, *states[layer], endless)
    queries = y.transpose(0, 1)
    mask = padding_mask(lengths, source.shape[1])
    contexts = read_memory(p, "attention", queries, memory, mask, heads, False)
    joined = torch.cat([queries.unsqueeze(2).expand(-1, -1, heads, -1), contexts], -1)
    attended = torch.einsum("bthi,hio->btho", joined, p["attended"]).flatten(2)
    return F.linear(F.linear(attended, p["output.weight"].t(), p["output.bias"]), p["softmax"])


def transformer_model(case):
    p, layers, heads = case.p, case.setting["layers"], case.setting["heads"]
    source, target, lengths = case.given["source"], case.given["target"], case.given["source_lengths"]
    width = p["words"].shape[1]
    root = math.sqrt(width)
    is_universal = "encoder.steps" in p

    def places(x):
        return torch.stack([sinusoid(i, width) for i in range(x.shape[1])])

    def begin(x):
        return x if is_universal else x + places(x)

    def stepped(x, side, layer):
        return x + places(x) + p[side + ".steps"][layer] * root if is_universal else x

    def name(side, layer):
        return f"{side}.{0 if is_universal else layer}"

    def last(x, side):
        return F.layer_norm(x, x.shape[-1:], p[side + ".last.scale"], p[side + ".last.shift"], 1e-6)

    mask = padding_mask(lengths, source.shape[1])[:, None, None, :]
    x = look_up(p["words"], source, root)
    if "target_space" in p:
        x = x + p["target_space"]
    x = begin(x)
    for layer in range(layers):
        x = transform(p, name("encoder", layer), stepped(x, "encoder", layer), heads, mask)
    memory = last(x, "encoder")
    shown = look_up(p["words"], target, root)
    y = begin(torch.cat([torch.zeros_like(shown[:, :1]), shown[:, :-1]], 1))
    for layer in range(layers):
        step = stepped(y, "decoder", layer)
        y = transform(p, name("decoder", layer), step, heads, causal(y.shape[1]), memory, mask)
    return F.linear(last(y, "decoder"), p["words"])


def linear(p, name, x):
    return F.linear(x, p[name + ".weight"].t(), p[name + ".bias"])


def coordinates(p, cells, grid):
    """Of cells by number; zero where the model has none."""
    if "coordinates.rows" not in p:
        return 0
    return p["coordinates.rows"][cells // grid] + p["coordinates.columns"][cells % grid]


def grid_of(worlds):
    return math.isqrt(worlds.shape[1])


def mlstm_encoder(case):
    p, worlds = case.p, case.given["worlds"].float()
    embedded = look_up(p["source"], case.given["source"], 1).transpose(0, 1)
    outputs, last = both_ways(p, "command", embedded, case.given["source_lengths"])
    grid = grid_of(worlds)
    cells = convolve(p, "world", worlds.unflatten(1, (grid, grid)), (1, 5, 7))
    cells = cells + coordinates(p, torch.arange(grid * grid), grid)
    return sum(outputs.chunk(2, -1)).transpose(0, 1), last[0] + last[1], F.relu(cells)


def pass_rounds(case, world, words, state):
    """One world [cells, features], its command's words and state -> [cells, width], zero where nothing is."""
    p, width = case.p, state.shape[0]
    occupied = world.sum(1).nonzero().squeeze(1)
    things = world[occupied]
    groups = (("size", 0, 4), ("shape", 4, 8), ("colour", 8, 12), ("agent", 12, 17))
    x = torch.cat([things[:, a:b] @ p["node." + name] for name, a, b in groups], 1)
    x = x + coordinates(p, occupied, math.isqrt(len(world)))
    context = p["context"].expand(len(x), width)
    asked = F.relu(linear(p, "asked", state))
    for t in range(case.setting["rounds"]):
        shares = ((words * linear(p, f"asked.{t}", asked)) @ p["word_weights"]).softmax(0)
        by_command = linear(p, "by_command", shares @ words)
        fused = linear(p, "node_factor", x) * linear(p, "context_factor", context)
        query, key, value = linear(p, "ends", torch.cat([x, context, fused], 1)).chunk(3, 1)
        message = exchange(query, key * by_command[:width], value * by_command[width:])
        context = linear(p, "update", torch.cat([context, message], 1))
    met = linear(p, "joined", torch.cat([x, context], 1))
    return torch.zeros(len(world), width).index_add(0, occupied, met)


def gcn_encoder(case):
    p, worlds, lengths = case.p, case.given["worlds"].float(), case.given["source_lengths"]
    embedded = look_up(p["source"], case.given["source"], 1).transpose(0, 1)
    outputs, last = both_ways(p, "command", embedded, lengths)
    words, state = outputs.transpose(0, 1), torch.cat([last[0], last[1]], 1)
    rows = range(len(worlds))
    met = torch.stack([pass_rounds(case, worlds[i], words[i, : lengths[i]], state[i]) for i in rows])
    grid = grid_of(worlds)
    return words, state, F.relu(convolve(p, "world", met.unflatten(1, (grid, grid)), (1, 5, 7)))


def grounded_model(case):
    p, target = case.p, case.given["target"]
    is_mlstm = case.setting["name"].startswith("mlstm")
    words, state, cells = (mlstm_encoder if is_mlstm else gcn_encoder)(case)
    mask = padding_mask(case.given["source_lengths"], words.shape[1])
    hidden = cell = torch.tanh(linear(p, "start", state))
    shown = look_up(p["target"], target, 1)
    inputs = torch.cat([p["first"].expand(len(target), 1, -1), shown[:, :-1]], 1)
    scores = []
    for t in range(target.shape[1]):
        memories = (words @ p["word_keys"], mask, cells @ p["world_keys"])
        hidden, cell, of_words, of_world = decode_step(p, inputs[:, t], hidden, cell, *memories)
        joined = torch.cat([inputs[:, t], hidden, of_words, of_world], 1)
        scores.append(joined @ p["output.inner"] @ p["output.outer"] if is_mlstm else hidden @ p["output"])
    found = {"logits": torch.stack(scores, 1)}
    if "head.query" in p:
        asked = (state @ p["head.query"]).unsqueeze(1)
        found["cells"] = torch.tanh(asked + cells @ p["head.keys"]) @ p["head.weights"]
    return found


def model(case):
    is_word = (case.given["target"] != 0).unsqueeze(-1)
    if "worlds" in case.given:
        found = grounded_model(case)
    else:
        found = {"logits": (lstm_model if case.setting["name"] == "lstm" else transformer_model)(case)}
    return found | {"logits": found["logits"] * is_word}


# --- learners of episodes -------------------------------------------------------------------------------------------


def linear(p, name, x):
    return F.linear(x, p[name + ".weight"].t(), p[name + ".bias"])


def stacked(p, name, x, relu_first):
    """Linear layers with batch normalisation by the batch between them."""
    layer = 0
    while f"{name}.{layer + 1}.weight" in p:
        norm = f"{name}.{layer}.norm"
        x = linear(p, f"{name}.{layer}", x)
        x = F.relu(x) if relu_first else x
        x = F.batch_norm(x, None, None, p[norm + ".scale"], p[norm + ".shift"], training=True)
        x = x if relu_first else F.relu(x)
        layer += 1
    return linear(p, f"{name}.{layer}", x)


def pool_average(p, x, there, _setting):
    return stacked(p, "average", (x * there).sum(1) / there.sum(1), False)


def pool_concat(p, x, _there, _setting):
    return stacked(p, "concat", x.flatten(1), False)


def pool_relation(p, x, there, _setting):
    places = x.shape[1]
    pairs = torch.cat(
        [x.unsqueeze(2).expand(-1, -1, places, -1), x.unsqueeze(1).expand(-1, places, -1, -1)], -1
    )
    first = torch.cat([p["relation.g.0.first"], p["relation.g.0.second"]])
    y = F.relu(pairs @ first + p["relation.g.0.bias"])
    for layer in (1, 2, 3):
        y = F.relu(linear(p, f"relation.g.{layer}", y))
    both = there.unsqueeze(2) * there.unsqueeze(1)
    return stacked(p, "relation.f", (y * both).sum((1, 2)), True)


def pool_transformer(p, x, there, setting):
    width = x.shape[2]
    is_free = there.squeeze(-1) == 0
    for number in range(setting["layers"]):
        name = f"transformer.{number}"
        inner = p[name + ".inner.weight"].shape[1]
        layer = torch.nn.TransformerEncoderLayer(
            width, setting["heads"], inner, 0.0, batch_first=True, dtype=x.dtype
        )
        weights = {
            "self_attn.in_proj_weight": torch.cat([p[name + ".query.weight"], p[name + ".key_value.weight"]], 1).t(),
            "self_attn.in_proj_bias": torch.cat([p[name + ".query.bias"], p[name + ".key_value.bias"]]),
            "self_attn.out_proj.weight": p[name + ".joined.weight"].t(),
            "self_attn.out_proj.bias": p[name + ".joined.bias"],
            "linear1.weight": p[name + ".inner.weight"].t(),
            "linear1.bias": p[name + ".inner.bias"],
            "linear2.weight": p[name + ".outer.weight"].t(),
            "linear2.bias": p[name + ".outer.bias"],
            "norm1.weight": p[name + ".attended_norm.scale"],
            "norm1.bias": p[name + ".attended_norm.shift"],
            "norm2.weight": p[name + ".block_norm.scale"],
            "norm2.bias": p[name + ".block_norm.shift"],
        }
        x = torch.func.functional_call(layer, weights, (x,), {"src_key_padding_mask": is_free})
    free = is_free.unsqueeze(-1)
    most, least = x.masked_fill(free, -math.inf).amax(1), x.masked_fill(free, math.inf).amin(1)
    total = x.masked_fill(free, 0).sum(1)
    return linear(p, "transformer.output", torch.cat([most, least, total, total / there.sum(1)], 1))


POOLINGS = {
    "average": pool_average,
    "concat": pool_concat,
    "relation": pool_relation,
    "transformer": pool_transformer,
}


def spelling_loss(p, no, yes, words, end):
    """nn.LSTM over [embedding, both prototypes]; padding costs nothing and counts in the mean."""
    order = [0, 2, 1, 3]  # ours: input, candidate, forget, output

    def turned(weight):
        return torch.cat([weight.t().chunk(4, 0)[gate] for gate in order], 0)

    def turned_bias(bias):
        return torch.cat([bias.chunk(4)[gate] for gate in order])

    both = torch.cat([no, yes], 1)
    episodes, length = words.shape
    lengths = (words != 0).sum(1)
    shown = torch.cat([torch.full((episodes, 1), end), words[:, :-1]], 1)
    wanted = words.clone()
    wanted[torch.arange(episodes), lengths] = end
    wanted[torch.arange(length).unsqueeze(0) > lengths.unsqueeze(1)] = -100
    steps = torch.cat([F.embedding(shown, p["speller.words"]), both.unsqueeze(1).expand(-1, length, -1)], 2)
    width = p["speller.hidden"].shape[0]
    lstm = torch.nn.LSTM(steps.shape[2], width, batch_first=True, dtype=steps.dtype)
    weights = {
        "weight_ih_l0": turned(torch.cat([p["speller.of_words"], p["speller.of_prototypes"]])),
        "weight_hh_l0": turned(p["speller.hidden"]),
        "bias_ih_l0": turned_bias(p["speller.input_bias"]),
        "bias_hh_l0": turned_bias(p["speller.hidden_bias"]),
    }
    hidden = linear(p, "speller.start", both).unsqueeze(0)
    outputs, _ = torch.func.functional_call(lstm, weights, (steps, (hidden, torch.zeros_like(hidden))))
    scores = linear(p, "speller.output", outputs)
    return F.cross_entropy(scores.flatten(0, 1), wanted.flatten(), reduction="none").mean()


def fewshot(case):
    p, setting, scenes, labels = case.p, case.setting, case.x["scenes"], case.given["labels"]
    is_thing = (scenes[..., :1] >= 0).to(scenes.dtype)
    there = torch.ones_like(is_thing) if setting["shown"] else is_thing
    x = linear(p, "encoder.outer", F.relu(linear(p, "encoder.inner", scenes.detach())))
    pool = POOLINGS[setting["pooling"]]
    support, query = (pool(p, some, mask, setting) for some, mask in zip(x.chunk(2), there.chunk(2)))
    shape = labels[0].shape
    support, query = support.view(*shape, -1), query.view(*shape, -1)
    means = []
    for label in (0, 1):
        rows = [support[i][labels[0][i] == label].mean(0) for i in range(shape[0])]
        means.append(torch.stack(rows))
    logits = torch.stack([-torch.cdist(query, mean.unsqueeze(1)).squeeze(-1) ** 2 for mean in means], -1)
    total = F.cross_entropy(logits.flatten(0, 1), labels[1].flatten())
    if setting["alpha"] > 0:
        total = total + setting["alpha"] * spelling_loss(p, *means, case.given["words"], setting["end"])
    return {"loss": total}


# --- comparison -----------------------------------------------------------------------------------------------------

BLOCKS = {
    each.__name__: each
    for each in (
        lstm_layer,
        memory_attention,
        head_attention,
        transformer_layer,
        loss,
        embedding,
        positions,
        bidirectional_lstm,
        grid_convolution,
        messages,
        double_attention,
        adam,
        model,
        fewshot,
    )
}


def distance(ours, theirs):
    """The largest difference, relative where values are above 1; infinite where one is no number."""
    if not ours.numel():
        return 0.0
    found = ((ours - theirs).abs() / theirs.abs().clamp(min=1)).max().item()
    return math.inf if math.isnan(found) else found


def largest_difference(case):
    found = BLOCKS[case.block](case)
    worst = max(distance(case.outputs[name], value.detach()) for name, value in found.items())
    if not case.gradients:
        return worst
    total = sum((v.reshape(-1) * torch.sin(torch.arange(1, v.numel() + 1).float())).sum() for v in found.values())
    total.backward()
    for name, expected in case.gradients.items():
        leaf = case.p.get(name, case.x.get(name))
        actual = torch.zeros_like(expected) if leaf.grad is None else leaf.grad
        worst = max(worst, distance(expected, actual))
    return worst


def main():
    lines = subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout.splitlines()
    failed, seen = 0, set()
    for case in map(Case, lines):
        worst = largest_difference(case)
        is_right = worst <= TOLERANCE
        failed += not is_right
        seen.add(case.block)
        print(f"{'ok  ' if is_right else 'FAIL'}  {case.title()}: {worst:.1e}")
    missing = set(BLOCKS) - seen
    if missing:
        print(f"FAIL  no case of: {', '.join(sorted(missing))}")
    print(f"{len(lines)} cases, {failed} failed; PyTorch {torch.__version__}")
    return 1 if failed or missing else 0


if __name__ == "__main__":
    sys.exit(main())
