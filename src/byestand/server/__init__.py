"""The web app. It has no bridge logic: it calls the packages below and shows their results.

`run` starts it, `app` assembles it, and `urls` has every address. `pages` has one package per feature; what several of
them share is in `page_tools` and `nights`. `api` answers scripts. `guards` checks requests before a page gets them,
`web` has requests, responses and templates, `auth` the access rights, `storage` the saved sessions, `live` the
notifications to open pages, `jobs` the worker processes, and `ops` what the operator of a service needs.
"""
