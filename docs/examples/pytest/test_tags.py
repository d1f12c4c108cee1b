import json
import urllib.error
import urllib.request

import pytest


def tag_names(api_url, api_key):
    """Your client."""
    request = urllib.request.Request(f"{api_url}/tags", headers={"X-N8N-API-KEY": api_key})
    with urllib.request.urlopen(request) as response:
        return [tag["name"] for tag in json.load(response)["data"]]


def test_lists_the_tags(understudy):
    understudy.control("POST", "/seed", {"tags": [{"name": "urgent"}]})
    assert tag_names(understudy.api_url, understudy.api_key) == ["urgent"]
    [request] = understudy.control("GET", "/requests?operation=getTags")["requests"]
    assert (request["method"], request["status"]) == ("GET", 200)


def test_fails_while_the_service_is_down(understudy):
    understudy.control("POST", "/faults", {"operation": "getTags", "status": 503, "times": 1})
    with pytest.raises(urllib.error.HTTPError, match="503"):
        tag_names(understudy.api_url, understudy.api_key)
    assert tag_names(understudy.api_url, understudy.api_key) == []
