"""Environments of Gymnasium for gSCAN and ReaSCAN; importing this registers assay/GScan-v1 and assay/ReaScan-v1.

>>> import gymnasium, assay.integrations.gymnasium
>>> env = gymnasium.make("assay/GScan-v1")
>>> observation, info = env.reset(seed=7)
>>> sorted(observation)
['direction', 'image', 'mission']

An agent walks, pushes, pulls, stays, turns left or right, and says when it is done. The reward is 1 when the judge of the
task calls what it did right, else 0: in the manner that the command asks for, to the thing that it means. An impossible
action ends the episode. `image` has six planes for each cell: shape + 1, colour + 1 and size of a thing, direction + 1 of the
agent, colour + 1 and size of a box around it. `options={"row": 17}` picks a row; otherwise the seed decides.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from assay.dataset import Stream, stream
from assay.worlds import ACTIONS, CHANNELS, Worlds

_LETTERS = "abcdefghijklmnopqrstuvwxyz ,"
_LONGEST = 400
_ROWS = 2**40
_COLOURS = np.array([[255, 255, 255], [214, 60, 60], [60, 90, 214], [60, 160, 80], [230, 190, 40]], np.uint8)
_CELL = 16


def _observation_space(grid: int) -> spaces.Dict:
    return spaces.Dict(
        {
            "image": spaces.Box(0, 5, (grid, grid, CHANNELS), np.uint8),
            "direction": spaces.Discrete(4),
            "mission": spaces.Text(_LONGEST, charset=_LETTERS),
        }
    )


class GridEnv(gymnasium.Env[dict[str, Any], Any]):
    """One world."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(self, task: str = "gscan", most_steps: int = 120, render_mode: str | None = None, **params: Any) -> None:
        self.render_mode = render_mode
        self._rows: Stream = stream(task, rules=False, params=params)
        self._worlds = Worlds(self._rows, 1, most_steps)
        self._row = self._rows[0]
        self.observation_space = _observation_space(self._worlds.shape[1])
        self.action_space = spaces.Discrete(len(ACTIONS))

    def _observation(self) -> dict[str, Any]:
        image = np.frombuffer(self._worlds.grids, np.uint8).reshape(self._worlds.shape)[0].copy()
        return {"image": image, "direction": np.int64(self._worlds.agents[2]), "mission": self._row["command"]}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        number = int(self.np_random.integers(_ROWS))
        if options and "row" in options:
            number = int(options["row"])
        self._worlds.reset([(0, number)])
        number = int.from_bytes(self._worlds.rows, "little")
        self._row = self._rows[number]
        return self._observation(), {"id": self._row["id"], "row": number, "text": self._row["input"]}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        self._worlds.step(bytes([int(action)]))
        reward = float(np.frombuffer(self._worlds.rewards, np.float32)[0])
        ended = self._worlds.ended[0]
        return self._observation(), reward, ended == 1, ended == 2, {"id": self._row["id"]}

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return self._row["command"] + "\n" + _drawn(self._observation()["image"])
        if self.render_mode == "rgb_array":
            return _pixels(self._observation()["image"])
        return None


def _drawn(image: Any) -> str:
    """Things as their first letter with colour and size, the agent as an arrow."""
    shapes, colours = " ocs", " rbgy"
    lines = []
    for cells in image:
        told = []
        for shape, colour, size, agent, box, _ in cells:
            thing = f"{shapes[shape]}{colours[colour]}{size}" if shape else "  ." if not box else f" {colours[box]}#"
            told.append(thing + (" >v<^"[agent] if agent else " "))
        lines.append(" ".join(told))
    return "\n".join(lines)


def _pixels(image: Any) -> Any:
    """A square of colour for each thing, as large as its size, a dark one for the agent, an outline for a box."""
    grid = image.shape[0]
    pixels = np.full((grid * _CELL, grid * _CELL, 3), 255, np.uint8)
    for row in range(grid):
        for column in range(grid):
            _, colour, size, agent, box, _ = image[row, column]
            cell = pixels[row * _CELL : (row + 1) * _CELL, column * _CELL : (column + 1) * _CELL]
            cell[0, :] = cell[:, 0] = 200
            if box:
                cell[:2, :] = cell[:, :2] = _COLOURS[box]
            if colour:
                inset = 7 - size
                cell[inset : _CELL - inset, inset : _CELL - inset] = _COLOURS[colour]
            if agent:
                cell[6:10, 6:10] = 30
                tip = {1: (7, 12), 2: (12, 7), 3: (7, 2), 4: (2, 7)}[int(agent)]
                cell[tip[0] : tip[0] + 2, tip[1] : tip[1] + 2] = 30
    return pixels


class GridVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """Many worlds that are stepped in one call. A world that is over begins its next row with the next step."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, task: str = "gscan", most_steps: int = 120, missions: bool = True, **params: Any) -> None:
        self.num_envs = num_envs
        self._rows = stream(task, rules=False, params=params)
        self._worlds = Worlds(self._rows, num_envs, most_steps)
        self._missions = missions
        grid = self._worlds.shape[1]
        single: dict[str, spaces.Space[Any]] = dict(_observation_space(grid).spaces)
        if not missions:
            del single["mission"]
        self.single_observation_space = spaces.Dict(single)
        self.single_action_space = spaces.Discrete(len(ACTIONS))
        self.action_space = spaces.MultiDiscrete([len(ACTIONS)] * num_envs)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self._commands = [""] * num_envs
        self._over = np.zeros(num_envs, bool)

    def _begin(self, worlds: Any) -> None:
        numbers = self.np_random.integers(_ROWS, size=len(worlds))
        self._worlds.reset(list(zip(worlds.tolist(), numbers.tolist())))
        if self._missions:
            taken = np.frombuffer(self._worlds.rows, np.uint64)[worlds]
            for world, number in zip(worlds.tolist(), taken.tolist()):
                self._commands[world] = self._rows[number]["command"]

    def _observation(self) -> dict[str, Any]:
        told = {
            "image": np.frombuffer(self._worlds.grids, np.uint8).reshape(self._worlds.shape),
            "direction": np.frombuffer(self._worlds.agents, np.uint8).reshape(-1, 3)[:, 2].astype(np.int64),
        }
        return {**told, "mission": tuple(self._commands)} if self._missions else told

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._begin(np.arange(self.num_envs))
        self._over[:] = False
        return self._observation(), {}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        self._worlds.step(np.asarray(actions).astype(np.uint8).tobytes())
        rewards = np.frombuffer(self._worlds.rewards, np.float32).astype(np.float64)
        ended = np.frombuffer(self._worlds.ended, np.uint8)
        terminated, truncated = (ended == 1) & ~self._over, (ended == 2) & ~self._over
        if self._over.any():
            self._begin(np.flatnonzero(self._over))
        self._over = terminated | truncated
        return self._observation(), rewards, terminated, truncated, {}


for _name, _task in (("assay/GScan-v1", "gscan"), ("assay/ReaScan-v1", "reascan")):
    if _name not in gymnasium.registry:
        gymnasium.register(
            id=_name,
            entry_point="assay.integrations.gymnasium:GridEnv",
            vector_entry_point="assay.integrations.gymnasium:GridVectorEnv",
            kwargs={"task": _task},
        )
