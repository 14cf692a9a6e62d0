"""How a question becomes an answer: what answers are, the processes that make them, and those kept from before."""
