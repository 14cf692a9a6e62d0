"""What a service needs that a laptop does not: who stands before it, how it is, what it did, how much is enough."""
