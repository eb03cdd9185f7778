"""New tables: how many one visitor may open, by hand or by a rematch."""

from steinreich.hall.api.refusals import NotAllowed
from steinreich.hall.hall import Hall
from steinreich.hall.limits.addresses import digest_of
from steinreich.hall.limits.budget import Budget
from steinreich.hall.limits.costs import NEW_TABLE
from steinreich.hall.settings import Settings

DAY = 86_400_000  # ms: what was opened longer ago does not count


class Openings:
    """Asked before a table is opened or a rematch offered."""

    def __init__(self, settings: Settings, budget: Budget) -> None:
        self.budget = budget
        self.most_open = settings.open_tables

    async def check(self, hall: Hall, visitor: str) -> None:
        """NotAllowed if this visitor has opened too many tables."""
        await self.budget.spend(visitor, NEW_TABLE)
        since, most = hall.clock() - DAY, self.most_open
        if await hall.storage.count_opened(digest_of(visitor), since, most) >= most:
            raise NotAllowed(
                429,
                "Too many games from here go on; please finish or cancel some.",
                "Zu viele Partien von hier laufen noch; bitte beende einige oder sage sie ab.",
            )
