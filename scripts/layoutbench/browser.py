"""Starts and controls a headless Chromium."""

import shutil

from .fault import MISSING_INPUT, Fault


def start(*arguments):
    """Opens a window with arguments for Chromium. Its logs have the messages of the console and the requests."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    driver = shutil.which("chromedriver")
    if not (chromium and driver):
        raise Fault(MISSING_INPUT, "no Chromium: apt-get install chromium chromium-driver")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=webdriver.ChromeService(driver), options=options)


def emulate(window, width, theme="light", motion="no-preference", scale=1):
    metrics = {"width": width, "height": 900, "deviceScaleFactor": scale, "mobile": False}
    window.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    preferences = {"prefers-color-scheme": theme, "prefers-reduced-motion": motion}
    features = [{"name": name, "value": value} for name, value in preferences.items()]
    window.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
