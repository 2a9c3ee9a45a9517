"""The lesson as an ordinary Panel app: `panel serve app` in a checkout."""

# Bokeh runs this file as a script without a package: a relative import would load everything a second time.
from gelu_lab.hosts.panel_lesson import app

app().servable()
