"""The director's page during play."""
