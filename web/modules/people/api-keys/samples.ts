// The samples of the guide: programs that run without changes, with the portal's address and a key in the environment
// (server/modules/people/api-keys/guide.test.ts).
import type { Chapter } from '../../../../contract/kit/call.ts'

/** The shell commands that set the environment variables which all samples read. */
export const environment = (portal: string) => `export PORTAL='${portal}'
export KEY='sandbox_…'`

/** A shell script in steps; each step uses results of earlier ones, so the order matters. */
export const shell: readonly { chapter: Chapter; code: string }[] = [
  {
    chapter: 'start',
    code: String.raw`# Sends fields to a call and prints its answer. Repeat a request with the same transaction_key as often as no answer comes.
call() {
  path=$1; shift
  curl --silent --show-error --fail-with-body --max-time 30 --header "Authorization: Bearer $KEY" "$PORTAL/api$path" "$@"
}
# The first value of a name in an answer.
first() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

call /dynamic_balance/
echo`,
  },
  {
    chapter: 'codes',
    code: `# What is on offer, and a key for one transaction: keep it before you send, repeat it when no answer comes.
product=$(call /view_seller_products_v2/ --form product_type=cash_card | first configuration_id)
transaction=$(call /get_transaction_session_key/ | first transaction_key)
call /add_transaction_v3/ --form transaction_key="$transaction" --form configuration_id="$product" --form quantity=1
echo
# What became of it, if every answer was lost: sold, or certainly not.
call /settle_transaction/ --form transaction_key="$transaction"
echo`,
  },
  {
    chapter: 'top_ups',
    code: String.raw`number='+6595123100'
operator=$(call /dt_one/ --form configuration=1 --form mobile_number="$number" | first operator_id)
product=$(call /dt_one/ --form configuration=2 --form operator_id="$operator" | first configuration_id)
transaction=$(call /get_transaction_session_key/ | first transaction_key)
top_up=$(call /dt_one/ --form configuration=6 --form transaction_key="$transaction" \
  --form mobile_number="$number" --form mobile_number_again="$number" --form configuration_id="$product" | first top_up_id)
# pending, successful or failed: ask again while it is pending.
call /dt_one/ --form configuration=41 --form top_up_id="$top_up"
echo`,
  },
]

const typescript = `// Node 20 or newer, no packages: npx tsx buy.mts
import { setTimeout } from 'node:timers/promises'

const { PORTAL, KEY } = process.env
const LATER = ['busy', 'in_progress', 'too_many_requests', 'share_used_up']

/** Sends a POST if fields are given. Repeats the request while no answer comes or the server is busy; a sale's transaction key prevents a second sale. */
async function call(path: string, fields?: Record<string, string>, wait_s = 1) {
  try {
    const answer = await fetch(PORTAL + '/api' + path, {
      headers: { authorization: 'Bearer ' + KEY },
      signal: AbortSignal.timeout(30_000),
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    const body = await answer.json()
    if (body.message_type !== 0) return body
    if (!LATER.includes(body.code)) throw Object.assign(new Error(body.message), { refused: body })
  } catch (error) {
    if (wait_s > 60 || (error as { refused?: object }).refused) throw error
  }
  await setTimeout(wait_s * 1000)
  return call(path, fields, wait_s * 2)
}

const { content } = await call('/view_seller_products_v2/', { product_type: 'cash_card' })
const { configuration_id } = content[0]

// Write the key down before you sell: after a crash /settle_transaction/ says whether the sale was made.
const { transaction_key } = await call('/get_transaction_session_key/')
const sale = await call('/add_transaction_v3/', { transaction_key, configuration_id, quantity: '1' })
console.log(sale.product_name, sale.pins[0].pin)

const number = '+6595123100'
const { operators } = await call('/dt_one/', { configuration: '1', mobile_number: number })
const { products } = await call('/dt_one/', { configuration: '2', operator_id: operators[0].operator_id })
const key = await call('/get_transaction_session_key/')
let { top_up } = await call('/dt_one/', {
  configuration: '6',
  transaction_key: key.transaction_key,
  mobile_number: number,
  mobile_number_again: number,
  configuration_id: products[0].configuration_id,
})
while (top_up.state === 'pending') {
  await setTimeout(5000)
  top_up = (await call('/dt_one/', { configuration: '41', top_up_id: top_up.top_up_id })).top_up
}
console.log(top_up.product_name, top_up.state)
`

const php = `<?php
// PHP 8 with its curl extension: php buy.php
const LATER = ['busy', 'in_progress', 'too_many_requests', 'share_used_up'];

/** Sends a POST if fields are given. Repeats the request while no answer comes or the server is busy; a sale's transaction key prevents a second sale. */
function call(string $path, ?array $fields = null, int $wait_s = 1): array
{
    $request = curl_init(getenv('PORTAL') . '/api' . $path);
    curl_setopt_array($request, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('KEY')],
    ]);
    if ($fields !== null) {
        curl_setopt($request, CURLOPT_POSTFIELDS, http_build_query($fields));
    }
    $text = curl_exec($request);
    $body = is_string($text) ? json_decode($text, true) : null;
    if (is_array($body) && $body['message_type'] !== 0) {
        return $body;
    }
    if (is_array($body) && !in_array($body['code'], LATER, true)) {
        throw new RuntimeException($body['code'] . ': ' . $body['message']);
    }
    if ($wait_s > 60) {
        throw new RuntimeException('no answer');
    }
    sleep($wait_s);
    return call($path, $fields, $wait_s * 2);
}

$offers = call('/view_seller_products_v2/', ['product_type' => 'cash_card'])['content'];
$configuration_id = $offers[0]['configuration_id'];

// Write the key down before you sell: after a crash /settle_transaction/ says whether the sale was made.
$transaction_key = call('/get_transaction_session_key/')['transaction_key'];
$sale = call('/add_transaction_v3/', ['transaction_key' => $transaction_key, 'configuration_id' => $configuration_id, 'quantity' => '1']);
echo $sale['product_name'], ' ', $sale['pins'][0]['pin'], PHP_EOL;

$number = '+6595123100';
$operators = call('/dt_one/', ['configuration' => '1', 'mobile_number' => $number])['operators'];
$products = call('/dt_one/', ['configuration' => '2', 'operator_id' => $operators[0]['operator_id']])['products'];
$key = call('/get_transaction_session_key/');
$top_up = call('/dt_one/', [
    'configuration' => '6',
    'transaction_key' => $key['transaction_key'],
    'mobile_number' => $number,
    'mobile_number_again' => $number,
    'configuration_id' => $products[0]['configuration_id'],
])['top_up'];
while ($top_up['state'] === 'pending') {
    sleep(5);
    $top_up = call('/dt_one/', ['configuration' => '41', 'top_up_id' => $top_up['top_up_id']])['top_up'];
}
echo $top_up['product_name'], ' ', $top_up['state'], PHP_EOL;
`

export const programs = [
  { language: 'TypeScript', code: typescript },
  { language: 'PHP', code: php },
] as const
