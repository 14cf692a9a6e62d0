"""Desks: whose nights they are. The laptop has one; where many clubs share a service each has its own.

A desk has no account behind it, only a secret: whoever has it, in a cookie or in a link, is the director.
"""
