"""File formats: a module or folder per format, with loads and dumps. Readers are strict and do not guess.

`byestand.formats.formats` has all formats in one table, and reads and writes files of any format.
"""
