"""The file of a person can be read by any program, and has no rounded ids."""

import json

from bot.show.my_data_file import written

ANN = 1234567890123456789


def test_the_file_has_what_is_kept_and_leaves_out_what_isnt():
    records = {"seats": [{"table_id": 12, "joined": ANN, "name": "Änn \ud800"}], "drafts": []}
    read = json.loads(written(ANN, records, 0.0))
    assert read["person"] == str(ANN)
    assert read["made"] == "1970-01-01T00:00:00Z"
    assert read["seats"][0]["joined"] == str(ANN)
    assert read["seats"][0]["table_id"] == 12
    assert read["seats"][0]["name"].startswith("Änn ")
    assert "drafts" not in read
