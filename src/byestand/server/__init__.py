"""SHOW: the app in the browser. No bridge in here: it asks the packages below and draws.

`urls` has every address, `pages` a package a feature, `web` what surrounds every page (limits, headers, templates),
`auth` says who may what, `live` tells pages what happened, `jobs` has the processes that do the thinking.
"""
