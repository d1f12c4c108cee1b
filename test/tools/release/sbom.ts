// Prints what is inside the executables, the package and the image, as CycloneDX 1.5 JSON (https://cyclonedx.org), for those
// who look for known weaknesses: `bun test/tools/release/sbom.ts > sbom.cdx.json`.
import { own, type Package, runtimePackages } from '../../checks/dependencies/licences.ts'

const component = ({ name, version, license }: Package) => ({
  type: 'library',
  'bom-ref': purlOf(name, version),
  name,
  version,
  purl: purlOf(name, version),
  licenses: [{ expression: license }],
})

const purlOf = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { ...component(own), type: 'application' } },
  // Bun itself is in the executables and in the image
  components: [...runtimePackages().map(component), { type: 'platform', name: 'bun', version: Bun.version }],
}
console.log(JSON.stringify(bom, null, 2))
