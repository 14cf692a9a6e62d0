"""File formats: a module or folder per format, with load, loads, dump and dumps. Readers are strict and do not guess.

`byestand.formats.formats` has all formats in one table and reads a file of any format.
"""
