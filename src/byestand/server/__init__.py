"""The web app. It has no bridge logic: it calls the packages below and shows their results.

`urls` has every address, `pages` one package per feature, `web` what all pages share (limits, headers, templates),
`auth` the access rights, `live` the notifications to open pages, `jobs` the worker processes.
"""
