import pytest

from db import idempotency
from db.database import Transaction
from db.idempotency import UsedReceipt


async def test_a_key_is_used_once_until_it_is_forgotten(tx: Transaction):
    await idempotency.use(tx, 7, 5.0)
    await idempotency.use(tx, 8, 6.0)
    for receipt in (7, 8):
        with pytest.raises(UsedReceipt):
            await idempotency.use(tx, receipt, 9.0)
    await idempotency.forget_before(tx, 6.0)
    await idempotency.use(tx, 7, 9.0)
    with pytest.raises(UsedReceipt):
        await idempotency.use(tx, 8, 9.0)
