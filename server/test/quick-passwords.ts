// Replaces the hashes of the demo world's accounts by hashes that cost almost nothing to check, because tests sign in thousands of times, with a password that
// everybody knows. Hashes made by the product keep their full cost (kit/passwords.test.ts).
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { DEMO_PASSWORD } from '../seeds/demo-world.ts'

/** Replaces the hashes. `connectionString` must be that of the superuser, who may write in every tenant. */
export async function quickPasswords(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const password_hash = await hash(DEMO_PASSWORD, { memoryCost: 8, timeCost: 1 })
    await client.query(`update users set password_hash = $1 where password_hash <> ''`, [password_hash])
  } finally {
    await client.end()
  }
}
