"""Who may what where others are let in: three rights, the codes that open them, and the door that asks for them.

`access` has the one table of what a device without the director's right may open; everything else is the director's.
Without `serve --lan` nobody else can come, and every request is the director's.
"""
