"""SAVE: a module or a folder a format, with load, loads, dump and dumps. Readers are strict: never guess, say where.

`byestand.formats.registry` has them all in one table and reads a file of any of them.
"""
