"""How often a device may be wrong about a code.

Phones of a club mostly share one address, so an address says little about who tries. A device that was wrong once gets
a word by which it is known, and from then on a purse of its own: whoever mistypes twice waits for nobody's sake but his
own. A device that shows no such word, and so may be anybody again and again, pays from a purse that all such devices of
its address share. A right code costs nothing: however many phones scan the same sheet of paper in one minute, none
waits. There is no purse of everybody together: one household could empty it, and shut the door for all clubs. Codes
are so long that guessing is hopeless from however many addresses; purses only keep the guesser from being a burden.

A try is paid before the code is looked at, and paid back if it was right: when a purse is empty right and wrong are
refused alike, so that refusals tell nothing.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from byestand.server.purses import Allowance, Purse, Purses, neighbourhood

MOST_ADDRESSES = 4096
MOST_DEVICES = 32
"""So many are remembered, those seen last.

Every wrong try without a word earns a new one, and each has tries of its own, so few are enough: who collects words
gets little by it. A device that is forgotten pays from the purse of its address again.
"""

A_DEVICE = Allowance(6, 10)
AN_ADDRESS = Allowance(30, 2)


@dataclass(frozen=True, slots=True)
class Try:
    """One try: whether there was one to be had, and who pays."""

    purse: Purse
    wait: float

    def paid_back(self) -> None:
        """Give it back: the code was right."""
        self.purse.left += 1


@dataclass(eq=False)
class Tries:
    """The purses of everybody."""

    clock: Callable[[], float] = time.monotonic
    _devices: Purses = field(init=False)
    _addresses: Purses = field(init=False)

    def __post_init__(self) -> None:
        self._devices = Purses(A_DEVICE, MOST_DEVICES, self.clock)
        self._addresses = Purses(AN_ADDRESS, MOST_ADDRESSES, self.clock)

    def taken(self, device: str, address: str) -> Try:
        """Take a try for a device, known or not, or tell how long it has to wait for one."""
        known = device in self._devices
        purse = self._devices.of(device) if known else self._addresses.of(neighbourhood(address))
        wait = purse.wait()
        if not wait:
            purse.left -= 1
        return Try(purse, wait)

    def known(self, device: str) -> str:
        """Return the word by which a device that was wrong is known: its own, or a new one."""
        word = device if device in self._devices else secrets.token_urlsafe(12)
        self._devices.of(word)
        return word
