// Compares a bill of materials with advisories in the form of OSV: node advisories.mjs BILL.cdx.json FOLDER
// FOLDER has the records as JSON files, as the export of osv.dev for Maven and npm unpacks. Prints each component that an advisory
// names, and ends with 1 if there is one; withdrawn advisories do not count. Nothing is fetched.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const RANKS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp']
const ALIASES = { a: 'alpha', b: 'beta', m: 'milestone', cr: 'rc', ga: '', final: '', release: '' }

/** Numbers and words of a version, as Maven reads it: 1.2-RC3 is 1, 2, rc, 3. */
function tokens(version) {
  const parts = version.toLowerCase().split('+')[0].match(/\d+|[a-z]+/g) ?? []
  return parts.map(part => (/^\d/.test(part) ? BigInt(part) : (ALIASES[part] ?? part)))
}

function compareTokens(a, b) {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0
  if (typeof a === 'bigint') return a === 0n && b === '' ? 0 : 1
  if (typeof b === 'bigint') return b === 0n && a === '' ? 0 : -1
  const [left, right] = [RANKS.indexOf(a), RANKS.indexOf(b)]
  if (left >= 0 && right >= 0) return left - right
  return left >= 0 ? -1 : right >= 0 ? 1 : a < b ? -1 : a > b ? 1 : 0
}

/** Negative, zero or positive, as the first version is before, the same as or behind the second. */
export function compareVersions(first, second) {
  const [a, b] = [tokens(first), tokens(second)]
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const order = compareTokens(a[i] ?? '', b[i] ?? '')
    if (order !== 0) return order
  }
  return 0
}

/** Whether the events of a range, which are in order, include the version. */
function isInRange(version, events) {
  let affected = false
  for (const event of events) {
    if (event.introduced !== undefined) {
      affected ||= event.introduced === '0' || compareVersions(version, event.introduced) >= 0
    } else if (event.fixed !== undefined && compareVersions(version, event.fixed) >= 0) {
      affected = false
    } else if (event.last_affected !== undefined && compareVersions(version, event.last_affected) > 0) {
      affected = false
    }
  }
  return affected
}

/** Ecosystem, name and version of a package URL; undefined for another ecosystem. */
export function packageOf(purl) {
  const [, type, path, version] = /^pkg:(maven|npm)\/([^@?#]+)@([^?#]+)/.exec(purl ?? '') ?? []
  if (type === undefined) return undefined
  const name = decodeURIComponent(path)
  return {
    ecosystem: type === 'npm' ? 'npm' : 'Maven',
    name: type === 'npm' ? name : name.replace('/', ':'),
    version: decodeURIComponent(version),
  }
}

function isAffected(component, entry) {
  const named = entry.package?.ecosystem === component.ecosystem && entry.package?.name === component.name
  const inRange = (entry.ranges ?? []).some(
    range => range.type !== 'GIT' && isInRange(component.version, range.events ?? []),
  )
  return named && ((entry.versions ?? []).includes(component.version) || inRange)
}

function main(billFile, folder) {
  const bill = JSON.parse(readFileSync(billFile, 'utf8'))
  const components = bill.components.map(component => packageOf(component.purl)).filter(Boolean)
  const files = readdirSync(folder).filter(name => name.endsWith('.json'))
  let findings = 0
  for (const file of files) {
    const advisory = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    if (advisory.withdrawn) continue
    for (const component of components) {
      if ((advisory.affected ?? []).some(entry => isAffected(component, entry))) {
        findings++
        console.log(`${component.name} ${component.version}: ${[advisory.id, ...(advisory.aliases ?? [])].join(', ')} ${advisory.summary ?? ''}`)
      }
    }
  }
  console.log(`${components.length} components, ${files.length} advisories, ${findings} findings`)
  return findings === 0 ? 0 : 1
}

if (process.argv.length !== 4) {
  console.error('usage: node advisories.mjs BILL.cdx.json FOLDER')
  process.exit(2)
}
process.exit(main(process.argv[2], process.argv[3]))
