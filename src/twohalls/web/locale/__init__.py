"""The catalogues, one folder per language; `make messages` brings them up to date."""
