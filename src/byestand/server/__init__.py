"""SHOW: the app in the browser, on this machine alone. No bridge in here: it asks the packages below and draws.

`app` has the routes, `pages` one module a page, `work` the processes that do the thinking, `safety` what keeps
strangers out. (Never called "web": that is the movement.)
"""
