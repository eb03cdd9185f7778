"""The games: `steinreich.games.vier3d` is one, and `steinreich.games()` names them all.

>>> from steinreich import games
>>> games()
('chain_reaxis', 'inner_square', 'six_in_line', 'tzaar', 'vier3d')
"""

import sys
from types import ModuleType

from steinreich.core import registry


class Games(ModuleType):
    """This package, which can be called.

    The function `games` has the name of the package, and of two things with one name
    `import steinreich.games.vier3d as v` would find the wrong one.
    """

    def __call__(self) -> tuple[str, ...]:
        return registry.games()


sys.modules[__name__].__class__ = Games
