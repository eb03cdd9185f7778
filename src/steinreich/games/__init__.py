"""One package per game, such as `steinreich.games.vier3d`; `steinreich.games()` lists their names.

>>> from steinreich import games
>>> games()
('chain_reaxis', 'inner_square', 'six_in_line', 'tzaar', 'vier3d')
"""

import sys
from types import ModuleType

from steinreich.core import registry


class Games(ModuleType):
    """The type of this package, which makes it callable.

    The package and the function `games` share one name.  With two separate objects,
    `import steinreich.games.vier3d as v` would find the function instead of the package.
    """

    def __call__(self) -> tuple[str, ...]:
        return registry.games()


sys.modules[__name__].__class__ = Games
