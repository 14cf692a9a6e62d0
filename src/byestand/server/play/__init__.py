"""The night while it is played: the director's desk, the wall, the phones of pairs, and what all of them are told."""
