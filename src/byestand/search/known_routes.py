"""Best routes that take too long to find while somebody waits: two or more irregular moves.

Every Web of the known library (6 to 45 tables, 6 to 15 deal groups, full length or a round less)
that has no route with at most one irregular move is here. Found by ``find_route`` with unlimited
effort, that is by listing every route with fewer irregular moves and every one with as many;
``python tests/known_rover_routes.py`` finds them all again in about a minute, and each is checked
against the movement whenever it is used. The key is the fingerprint of the grids.
"""

KNOWN_ROUTES: dict[str, tuple[int, ...]] = {
    # 6 tables, 7 groups, 0 × 7 up, 3 up, 3 down, 6 rounds: 2 irregular moves
    "84291c21cac2": (1, 4, 2, 5, 3),
    # 8 tables, 8 groups, 0 × 8 up, 4 up, 4 down, 8 rounds: 3 irregular moves
    "e0d3c020de6b": (2, 6, 3, 8, 4, 1, 7),
    # 8 tables, 8 groups, 1 × 8 up, 0 up, 0 down, 8 rounds: 2 irregular moves
    "7d66241726b6": (1, 6, 2, 7, 4, 8, 5),
    # 10 tables, 8 groups, 1 × 8 up, 1 up, 1 down, 8 rounds: 2 irregular moves
    "f8f9d00e056d": (6, 2, 10, 7, 5, 3, 1),
    # 9 tables, 9 groups, 1 × 9 up, 0 up, 0 down, 8 rounds: 2 irregular moves
    "0fc62fd95755": (1, 3, 5, 8, 2, 4, 6),
    # 10 tables, 9 groups, 0 × 9 up, 5 up, 5 down, 9 rounds: 3 irregular moves
    "decbb2cb55bb": (4, 9, 7, 2, 10, 5, 3, 8),
    # 10 tables, 10 groups, 0 × 10 up, 5 up, 5 down, 10 rounds: 5 irregular moves
    "8cf4b5c29432": (4, 7, 1, 6, 3, 8, 2, 5, 9),
    # 12 tables, 10 groups, 0 × 10 up, 6 up, 6 down, 10 rounds: 2 irregular moves
    "c0b914739f04": (5, 3, 1, 11, 8, 6, 4, 2, 10),
    # 10 tables, 11 groups, 0 × 11 up, 5 up, 5 down, 10 rounds: 4 irregular moves
    "9862c982546e": (1, 4, 9, 7, 2, 10, 5, 3, 8),
    # 10 tables, 12 groups, 0 × 12 up, 5 up, 5 down, 10 rounds: 5 irregular moves
    "4ccbf50b3feb": (3, 1, 7, 9, 5, 10, 4, 6, 8),
    # 12 tables, 12 groups, 0 × 12 up, 6 up, 6 down, 11 rounds: 2 irregular moves
    "1e5c215dcde9": (1, 3, 5, 7, 9, 12, 2, 4, 8, 10),
    # 12 tables, 12 groups, 0 × 12 up, 6 up, 6 down, 12 rounds: 4 irregular moves
    "e3246ca0313c": (2, 10, 7, 4, 12, 9, 6, 3, 1, 8, 5),
    # 12 tables, 12 groups, 1 × 12 up, 0 up, 0 down, 11 rounds: 3 irregular moves
    "1b34384b3fae": (1, 9, 7, 5, 3, 12, 10, 8, 4, 2),
    # 12 tables, 12 groups, 1 × 12 up, 0 up, 0 down, 12 rounds: 6 irregular moves
    "67f2f46faba7": (1, 6, 4, 7, 12, 9, 2, 5, 3, 8, 11),
    # 14 tables, 12 groups, 0 × 12 up, 7 up, 7 down, 12 rounds: 3 irregular moves
    "b98d1a1ce5e5": (1, 13, 2, 9, 7, 14, 12, 10, 8, 6, 4),
    # 12 tables, 13 groups, 0 × 13 up, 6 up, 6 down, 12 rounds: 4 irregular moves
    "2a7bb08eafc5": (5, 7, 10, 1, 4, 8, 3, 6, 9, 11, 2),
    # 14 tables, 13 groups, 0 × 13 up, 7 up, 7 down, 13 rounds: 2 irregular moves
    "fa8b6d5eecb6": (1, 3, 5, 7, 10, 12, 14, 2, 4, 6, 9, 11),
    # 10 tables, 14 groups, 0 × 14 up, 5 up, 5 down, 9 rounds: 2 irregular moves
    "12e66edeec42": (4, 2, 10, 8, 3, 1, 7, 5),
    # 10 tables, 14 groups, 0 × 14 up, 5 up, 5 down, 10 rounds: 3 irregular moves
    "a6258257781a": (4, 2, 10, 3, 1, 8, 9, 7, 5),
    # 12 tables, 14 groups, 0 × 14 up, 6 up, 6 down, 12 rounds: 3 irregular moves
    "2c0a237d9e21": (5, 1, 4, 7, 10, 12, 3, 6, 8, 11, 2),
    # 14 tables, 14 groups, 0 × 14 up, 7 up, 7 down, 14 rounds: 6 irregular moves
    "c85048dddcd4": (1, 14, 2, 5, 8, 12, 10, 13, 4, 7, 3, 6, 9),
    # 14 tables, 14 groups, 1 × 14 up, 0 up, 0 down, 14 rounds: 8 irregular moves
    "6fc4dc598814": (1, 9, 12, 6, 2, 14, 7, 10, 13, 3, 8, 11, 4),
    # 16 tables, 14 groups, 0 × 14 up, 8 up, 8 down, 14 rounds: 2 irregular moves
    "810191f17c8b": (2, 8, 14, 4, 10, 5, 11, 1, 7, 13, 3, 6, 12),
    # 16 tables, 14 groups, 1 × 14 up, 1 up, 1 down, 14 rounds: 3 irregular moves
    "1380cad7fa43": (6, 4, 2, 14, 12, 10, 8, 5, 3, 1, 13, 11, 9),
    # 18 tables, 14 groups, 0 × 14 up, 9 up, 9 down, 14 rounds: 2 irregular moves
    "189c59e413dd": (7, 5, 3, 1, 17, 15, 13, 11, 8, 6, 4, 2, 10),
    # 20 tables, 14 groups, 0 × 14 up, 10 up, 10 down, 14 rounds: 2 irregular moves
    "95ee6e390983": (2, 19, 16, 4, 1, 18, 15, 12, 9, 6, 14, 11, 8),
    # 20 tables, 14 groups, 1 × 14 up, 3 up, 3 down, 14 rounds: 2 irregular moves
    "10fa4f1c2620": (2, 4, 6, 8, 10, 12, 3, 5, 7, 9, 11, 13, 1),
    # 14 tables, 15 groups, 0 × 15 up, 7 up, 7 down, 14 rounds: 4 irregular moves
    "24a3dd1566b0": (5, 8, 11, 3, 14, 7, 10, 13, 2, 6, 9, 12, 1),
    # 15 tables, 15 groups, 1 × 15 up, 0 up, 0 down, 14 rounds: 4 irregular moves
    "49cb9c36036c": (1, 8, 10, 12, 14, 3, 5, 7, 11, 13, 15, 2, 9),
    # 16 tables, 15 groups, 0 × 15 up, 8 up, 8 down, 15 rounds: 3 irregular moves
    "dc25fbd0b39d": (1, 5, 15, 9, 3, 8, 2, 12, 6, 16, 10, 4, 14, 7),
    # 21 tables, 15 groups, 1 × 15 up, 3 up, 3 down, 15 rounds: 2 irregular moves
    "244151fb418e": (12, 14, 16, 18, 21, 2, 4, 6, 8, 10, 13, 15, 17, 19),
}
