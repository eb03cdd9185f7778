"""From cells that are touched one after the other to the action they mean."""

from collections.abc import Mapping

Cells = tuple[int, ...]


class Picking:
    """What has been touched so far in one position, whose actions each have cells in an order."""

    def __init__(self, targets: Mapping[str, Cells]) -> None:
        self.targets = targets  # by legal action: its cells
        self.touched: Cells = ()

    @property
    def meant(self) -> list[str]:
        """The actions that have just these cells; those without any can be meant at any time."""
        return [name for name, cells in self.targets.items() if cells in (self.touched, ())]

    @property
    def next_cells(self) -> set[int]:
        """The cells that can be touched now."""
        begun = len(self.touched)
        return {
            cells[begun]
            for cells in self.targets.values()
            if len(cells) > begun and cells[:begun] == self.touched
        }

    def touch(self, cell: int) -> str | None:
        """Touch a cell; the action that is meant now, if there is only one and it is complete.

        A cell that does not go on from what was touched begins anew, or takes it back.
        """
        if cell in self.next_cells:
            self.touched += (cell,)
        else:
            again = self.touched[-1:] != (cell,)
            self.touched = ()
            if again and cell in self.next_cells:
                self.touched = (cell,)
        complete = [name for name in self.meant if self.targets[name]]
        return complete[0] if len(complete) == 1 and not self.next_cells else None
