"""The page: templates, styles, pictures and translations over the server."""
