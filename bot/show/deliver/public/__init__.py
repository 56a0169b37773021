"""What a channel reads: boards, rounds, threads, fairness records, rematch questions."""
