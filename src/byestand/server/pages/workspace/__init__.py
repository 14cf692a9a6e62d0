"""All nights of a club: the list, export and import, and the link that opens them."""
