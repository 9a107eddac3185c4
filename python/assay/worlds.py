"""Grid worlds of gSCAN and ReaSCAN in which agents act, many at once."""

from __future__ import annotations

from typing import Iterable

from assay import _core
from assay.dataset import Dataset, Stream
from assay.errors import UsageError

ACTIONS = ("walk", "push", "pull", "stay", "turn left", "turn right", "stop")
CHANNELS = 6


class Worlds:
    """`count` worlds that are stepped together. An episode ends by the action "stop", by an impossible action, or is cut
    off after `most_steps`; its reward is what the judge of the task says of all that was done.

    All state is bytes, so that nothing but Python is needed; `assay.integrations.gymnasium` makes arrays of it.

    >>> import assay
    >>> worlds = assay.Worlds(assay.create_dataset("gscan", size=8, seed=1), 4)
    >>> worlds.step([6, 6, 6, 6])
    >>> worlds.ended, worlds.shape
    (b'\\x01\\x01\\x01\\x01', (4, 6, 6, 6))
    """

    def __init__(self, rows: Dataset | Stream, count: int = 1, most_steps: int = 120) -> None:
        if isinstance(rows, Dataset) and (len(rows) == 0 or rows._stretch()[0] != 0):
            raise UsageError("worlds take a whole data set, or a slice from its beginning")
        if count < 1 or most_steps < 1:
            raise UsageError("there must be at least one world and one step")
        self._worlds = _core.Worlds(rows._source, count, most_steps)
        self.count = count
        self._take(self._worlds.look())

    def _take(self, state: tuple[bytes, bytes, bytes, bytes, bytes, bytes, int]) -> None:
        self.grids, self.agents, self.rewards, self.ended, self.steps, self.rows, grid = state
        self.shape = (self.count, grid, grid, CHANNELS)

    def step(self, actions: bytes | Iterable[int]) -> None:
        """One action for each world, by its place in ACTIONS. Worlds that are over stay as they are."""
        if isinstance(actions, int):
            raise TypeError("step takes one action for each world")
        self._take(self._worlds.step(bytes(actions)))

    def reset(self, rows: Iterable[tuple[int, int]]) -> None:
        """Begin episodes: pairs of a world and the number of its row."""
        self._take(self._worlds.reset(tuple(rows)))
