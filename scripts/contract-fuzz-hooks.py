"""Leads generated requests past what chance never meets: order ids and UINs that exist, and signatures of bank and partner."""

import hashlib
import hmac
import json
import os
import time
import zlib

import requests
import schemathesis

ORDERS = json.loads(os.environ["FUZZ_ORDERS"])
SECRETS = {"bank": os.environ["FUZZ_BANK_SECRET"], "partner": os.environ["FUZZ_PARTNER_SECRET"]}


def chance(case) -> int:
    """Follows from the request alone, so that a failure comes again."""
    return zlib.crc32(repr((case.operation.label, case.path_parameters, case.query, case.body)).encode("utf-8", "replace"))


def token_for(path: str) -> str:
    """Who may call; a session that is left is left by nobody else."""
    if not path.startswith("/v1/admin/"):
        return os.environ["FUZZ_OPERATOR_TOKEN"]
    return os.environ["FUZZ_LEAVING_TOKEN" if path.endswith("/logout") else "FUZZ_STAFF_TOKEN"]


def body_bytes(case) -> bytes:
    body = requests.Request(**case.as_transport_kwargs(base_url="http://localhost")).prepare().body or b""
    return body.encode() if isinstance(body, str) else body


@schemathesis.hook
def before_call(context, case, kwargs):
    if getattr(case.meta and case.meta.phase.data, "parameter", None) != "Authorization":  # what it leaves out on purpose
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token_for(case.path)}"}
    if case.meta and case.meta.generation.mode.is_negative:
        return
    number = chance(case)
    order = ORDERS[number % len(ORDERS)]
    if number // 7 % 4 > 0:
        if "paOrderId" in (case.path_parameters or {}):
            case.path_parameters["paOrderId"] = order["pa_order_id"]
        if isinstance(case.body, dict) and case.path.startswith("/v1/callbacks/"):
            known = {"uin": order["uin"], "pa_order_id": order["pa_order_id"], "amount_rub": order["amount_rub"]}
            case.body.update({name: known[name] for name in known.keys() & case.body.keys()})
    if case.path.startswith("/v1/callbacks/") and "X-PA-Signature" in (case.headers or {}):
        at = str(int(time.time()))
        signed = hmac.new(SECRETS[case.path.split("/")[3]].encode(), f"{at}.".encode() + body_bytes(case), hashlib.sha256)
        case.headers.update({"X-PA-Timestamp": at, "X-PA-Signature": f"sha256={signed.hexdigest()}"})
