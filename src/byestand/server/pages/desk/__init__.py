"""The director's page during play, and the codes of other devices."""
