"""SHOW: the app in the browser. No bridge in here: it asks the packages below and draws.

`table` has every address, `pages` one module a page, `nights`, `check` and `api` are features with rooms of their own.
`work` has the processes that do the thinking, `guard` keeps strangers out, `rights` says who may what, `live` tells
pages what happened. (Never called "web": that is the movement.)
"""
