"""Choose a movement for 37 pairs, and again when another pair arrives before round 1."""

from byestand import Room, plan, what_if

tonight = plan(Room(pairs=37, boards=range(24, 29), cases=2))
for choice in tonight.shortlist()[:3]:
    print(f"{choice.rank}. {choice.candidate.arrangement}: {choice.reason}")
print(tonight.mitchell)

best = tonight.choices[0].candidate.arrangement
now_38 = Room(pairs=38, boards=range(26, 27), boards_per_round=range(2, 3), cases=2)
first = what_if(best.names[0], now_38, missing=best.missing)[0]
print(f"Another pair: {first.kind}.", *first.words)
