import pg from 'pg'
import {randomBytes} from 'node:crypto'
import {from as copyFrom} from 'pg-copy-streams'
import {pipeline} from 'node:stream/promises'
import {Readable} from 'node:stream'
const c=new pg.Client({host:'127.0.0.1',port:+process.argv[2],user:'postgres',database:'t'}); await c.connect()
const N=500000, CH=+process.argv[3]||8192
await c.query(`create table if not exists pins_raw (tenant_id int not null,batch_no int not null,seq int not null,hash bytea not null,serial text not null default '',last4 text not null,sale_id uuid,is_blocked boolean not null default false,primary key (tenant_id,batch_no,seq)) with (fillfactor=85)`)
await c.query(`create unique index if not exists pins_raw_hash on pins_raw (tenant_id, hash)`)
await c.query(`create table if not exists pin_blocks_raw (tenant_id int not null,batch_no int not null,block int not null,sealed bytea not null,primary key (tenant_id,batch_no,block))`)
await c.query('truncate pins, pin_blocks, pins_raw, pin_blocks_raw')
await c.query("set app.tenant='1'")
const hashes=randomBytes(16*N)
const serials=Array.from({length:N},(_,i)=>String(10000000000000+i)), last4=Array.from({length:N},(_,i)=>String(1000+i%9000))
const blocks=Array.from({length:N/16},()=>randomBytes(300))
async function raw(){ let t=performance.now()
 await pipeline(Readable.from((function*(){for(let i=0;i<N;i+=5000){let s='';for(let k=i;k<i+5000;k++)s+='1\t1\t'+k+'\t\\\\x'+hashes.toString('hex',k*16,k*16+16)+'\t'+serials[k]+'\t'+last4[k]+'\n';yield s}})()), c.query(copyFrom('copy pins_raw(tenant_id,batch_no,seq,hash,serial,last4) from stdin')))
 const a=performance.now()-t
 await pipeline(Readable.from((function*(){for(let i=0;i<N/16;i+=500){let s='';for(let k=i;k<Math.min(N/16,i+500);k++)s+='1\t1\t'+k+'\t\\\\x'+blocks[k].toString('hex')+'\n';yield s}})()), c.query(copyFrom('copy pin_blocks_raw(tenant_id,batch_no,block,sealed) from stdin')))
 console.log('raw pins',a|0,'blocks',(performance.now()-t-a)|0,'total',(performance.now()-t)|0)
}
const hex=b=>'\\x'+b.toString('hex')
async function fill(){ let t=performance.now(), js=0
 for(let i=0;i<N;i+=CH){ const n=Math.min(CH,N-i); const t0=performance.now()
  const vals=[1,1,i,hashes.subarray(i*16,(i+n)*16),serials.slice(i,i+n),last4.slice(i,i+n),blocks.slice(i/16,(i+n)/16)]
  js+=performance.now()-t0
  await c.query({name:'f',text:'select fill_batch($1,$2,$3,$4,$5,$6,$7)',values:vals}) }
 console.log('fill',(performance.now()-t)|0)
}
await c.query(`create or replace function fill2(p_tenant int, p_batch int, p_first int, p_hashes bytea, p_serials text, p_last4 text, p_blocks bytea, p_ends int[]) returns void language plpgsql security definer set search_path=public as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  insert into pins (tenant_id, batch_no, seq, hash, serial, last4)
  select p_tenant, p_batch, p_first + i - 1, substr(p_hashes, (i::int - 1) * 16 + 1, 16), r.serial, r.last4
    from unnest(string_to_array(p_serials,E'\\n'), string_to_array(p_last4,E'\\n')) with ordinality as r(serial, last4, i);
  insert into pin_blocks (tenant_id, batch_no, block, sealed)
  select p_tenant, p_batch, p_first / 16 + i - 1, substr(p_blocks, coalesce(p_ends[i-1],0)+1, e-coalesce(p_ends[i-1],0)) from unnest(p_ends) with ordinality as r(e, i);
end $$`)
async function fill2(){ let t=performance.now()
 for(let i=0;i<N;i+=CH){ const n=Math.min(CH,N-i)
  let at=0; const bl=blocks.slice(i/16,(i+n)/16)
  const vals=[1,1,i,hashes.subarray(i*16,(i+n)*16),serials.slice(i,i+n).join('\n'),last4.slice(i,i+n).join('\n'),Buffer.concat(bl),bl.map(b=>at+=b.length)]
  await c.query({name:'f2',text:'select fill2($1,$2,$3,$4,$5,$6,$7,$8)',values:vals}) }
 console.log('fill2',(performance.now()-t)|0)
}
for(let r=0;r<3;r++){ await c.query('truncate pins_raw,pin_blocks_raw');await raw(); await c.query('truncate pins,pin_blocks'); await fill(); await c.query('truncate pins,pin_blocks'); await fill2(); 
 await c.query('truncate pins,pin_blocks');
}
await c.end()
