"""What keeps strangers out, and how much anybody may send."""
