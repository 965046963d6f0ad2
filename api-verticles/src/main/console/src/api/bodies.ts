import type { farm, sensor, spatio } from "glebe-client";
export type { Violation } from "glebe-client";
import type * as services from "glebe-contract/services";
import type * as store from "glebe-contract/store";

// Names of the console for types of the published contract.

type Records = farm.components["schemas"];
type Cubes = spatio.components["schemas"];
type Sensors = sensor.components["schemas"];

export type Farm = Records["Farm"];
export type Field = Records["Field"];
export type NewField = Records["FieldCreation"];
export type FieldChange = Records["FieldPatch"];
/** A boundary that a field had before. */
export type FieldBoundary = Records["FieldBoundary"];
export type NewRegion = Records["RegionCreation"];
export type RegionChange = Records["RegionPatch"];
export type NewCultivationPeriod = Records["RegionPeriodCreation"];
export type CultivationPeriodChange = Records["CultivationPeriodPatch"];
/** One write of an outbox. */
export type Operation = Records["OutboxOperation"];
export type OperationResult = Records["OutboxResult"];
export type Region = Records["RegionTree"];
export type Activity = Records["Activity"];
export type CultivationPeriod = Records["CultivationPeriod"];
export type Attachment = Records["Attachment"];
export type FarmRecord = Records["TypedRecord"];
export type Machine = Records["Machine"];
export type Product = Records["Product"];
export type RecordType = Records["RecordType"];
/** The JSON Schema of a payload. */
export type Schema = Records["PayloadSchema"];
/** A token that acts for a person, or a service account with the person's name. */
export type Token = Records["ActingCredential"];

/** A token with which map viewers show pictures. */
export type ViewerToken = Cubes["ViewerToken"];
export type FieldFeature = Records["FarmFeature"];

export type Collection = Cubes["Collection"];
export type NewCollection = Cubes["CollectionCreation"];
/** The grid of a cube as it is created; bbox in units of the CRS. */
export type Grid = Pick<Cubes["StoredGrid"], "crs" | "bbox" | "width" | "height">;
export type Layer = Cubes["Layer"];
export type NewLayer = Cubes["LayerCreation"];
export type CubeLayers = Cubes["LayerList"];
export type Numbers = Cubes["LayerNumbers"];
export type SliceNumbers = Cubes["SliceNumbers"];
export type Legend = Cubes["Legend"];
export type TileJson = Cubes["TileJson"];
/** The values of a layer at a point or over a field. */
export type LayerSeries = Cubes["PointSeries"];
export type Upload = Cubes["Upload"];
export type Snapshot = Cubes["SnapshotChange"];
/** A feature of a collection. */
export type Item = Cubes["Feature"];
/** The values of properties with the number of features that have each. */
export type Facets = NonNullable<Cubes["FeatureCollection"]["facets"]>;
export type StyleDocument = Cubes["MapStyle"];
export type Tileset = Cubes["StoredTileset"];
export type Job = Cubes["Job"];
export type NewJob = Cubes["JobCreation"];

/** An entity with the members that the console selects; the contract requires none, because of `$select`. */
type Selected<Entity, Names extends keyof Entity> = Omit<Entity, Names> & Required<Pick<Entity, Names>>;
export type Observation = Selected<Sensors["Observation"], "phenomenonTime" | "result">;
type OneDatastream = Selected<Sensors["Datastream"], "@iot.id" | "name" | "unitOfMeasurement">;
export type Datastream = Omit<OneDatastream, "Observations"> & { Observations?: Observation[] };
type OneThing = Selected<Sensors["Thing"], "@iot.id" | "name">;
export type Thing = Omit<OneThing, "Datastreams"> & { Datastreams?: Datastream[] };
/** A type of device with its datastreams. */
export type DeviceTemplate = Sensors["DeviceTemplate"];
/** The account of a device with its refused messages. */
export type DeviceAccount = Records["DeviceAccount"];
/** A new account with its password. */
export type NewDeviceAccount = Records["NewDeviceAccount"];

/** The permissions of the signed-in person. */
export type Rights = Records["CallerPermissions"];
export type Task = Records["Task"];
export type Worker = Records["Worker"];
/** A period in which the condition of an alarm rule held. */
export type AlarmEvent = Records["AlarmEvent"];
export type AlarmRule = Records["AlarmRule"];
export type AlarmWebhook = Records["AlarmWebhook"];
export type User = Records["User"];

type Registry = store.components["schemas"];
type Services = services.components["schemas"];

export type RegisteredApp = Registry["RegisteredApp"];
export type AppVersion = Registry["AppVersion"];
export type Manifest = Registry["AppManifest"];
export type Service = Services["RegisteredService"];
export type OnboardedService = Services["OnboardedService"];
export type NewService = Services["ServiceOrder"];
export type Commission = Services["Commission"];
export type NewCommission = Services["CommissionOrder"];
export type InputOutput = Records["InputOutput"];
export type ActivityResource = Records["ActivityResource"];
export type AuditEntry = Records["AuditLog"];
export type Role = Records["Role"];
export type Assignment = Records["AccessAssignment"];
export type HealthReport = Records["HealthReport"];
