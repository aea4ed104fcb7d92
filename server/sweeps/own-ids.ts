// Existing ids of tenant 1, for sweeps that have to get past "not found".
import { newId } from '../kit/ids.ts'
import { organisationId, rowsOf } from '../test/arrange.ts'
import { addAccount, knock, newBrowser } from '../test/door.ts'
import type { World } from '../test/world.ts'
import type { Ids } from './ids.ts'
import { shopLife } from './shop-life.ts'

/** Makes one row of everything that an id field can name, such as an upload, a sign-in under way and a registration; returns the rows' ids. */
export async function ownIds(w: World): Promise<Ids> {
  const shop = await shopLife(w, 1)
  const nord = await w.signIn('nord')
  await nord.calls.staffAdd({ username: 'newcomer', full_name: 'New Comer', email: 'new@example.test' })
  const guest = await addAccount(w, 'nord', { otp_type: 'email', login_approval: true })
  const { reference_id, reference } = await knock(newBrowser(w), guest)
  const id = async (text: string) => (await rowsOf<{ id: string }>(w, text))[0]?.id ?? ''
  const configuration_id = await id('select id from configurations where tenant_id = 1 limit 1')
  const csv_file = new File(['1234567890123456\n'], 'pins.csv')
  const { upload_id } = await nord.calls.stockUpload({ configuration_id, csv_file })
  const registration_id = await id('select id from registrations where tenant_id = 1 limit 1')
  return {
    product_id: await id('select id from products where tenant_id = 1 limit 1'),
    supplier_id: await id('select id from suppliers where tenant_id = 1 limit 1'),
    configuration_id,
    customer_id: await organisationId(w, 'kiosque'),
    organisation_id: await organisationId(w, 'kiosque'),
    upload_id,
    sale_id: await id('select id from sales where tenant_id = 1 order by id desc limit 1'),
    download_id: newId(),
    batch_no: await id('select batch_no::text as id from batches where tenant_id = 1 limit 1'),
    transaction_key: 'no key',
    user_id: guest.user_id,
    username: guest.username,
    reference_id,
    reference,
    registration_id,
    registration: `${registration_id}.no-secret`,
    message_id: await id('select id from messages where tenant_id = 1 limit 1'),
    session_id: nord.session_id,
    browser_id: await id('select id from devices_known where tenant_id = 1 limit 1'),
    ...shop,
  }
}
