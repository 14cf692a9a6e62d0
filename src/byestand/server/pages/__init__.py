"""One module a page: a function from what was asked to the inside of the page. They run in the workers."""
