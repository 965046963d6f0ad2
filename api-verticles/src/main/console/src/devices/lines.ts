// What a person copies to a device: the lines that publish one observation.

export interface Publishing {
  /** host and port of MQTT, with TLS or without */
  broker: { host: string; port: number; encrypted: boolean };
  account: string;
  password: string;
  datastream: number;
}

/** The certificate of the platform's own authority, a file in its data folder. */
export const AUTHORITY = "mqtt-ca.pem";

export const topicOf = (datastream: number) => `v1.1/Datastreams(${datastream})/Observations`;

const PORTS: Record<string, number> = { "mqtt:": 1883, "mqtts:": 8883 };

/** The broker of the service document: one with TLS, else any with TCP. */
export function brokerOf(endpoints: string[]): Publishing["broker"] | undefined {
  const found = ["mqtts:", "mqtt:"].flatMap((scheme) => endpoints.filter((one) => one.startsWith(scheme)))[0];
  const [, scheme = "", host = "", port] = /^(mqtts?:)\/\/(\[[^\]]+\]|[^:/]+)(?::(\d+))?/.exec(found ?? "") ?? [];
  return host ? { host, port: Number(port ?? PORTS[scheme]), encrypted: scheme === "mqtts:" } : undefined;
}

export function mosquitto({ broker, account, password, datastream }: Publishing): string {
  const trust = broker.encrypted ? ` --cafile ${AUTHORITY}` : "";
  const message = String.raw`"{\"result\": 21.5, \"phenomenonTime\": \"$(date -u +%FT%TZ)\"}"`;
  return (
    `mosquitto_pub -V mqttv5 -h ${broker.host} -p ${broker.port}${trust} -u ${account} -P '${password}' -q 1` +
    ` -t '${topicOf(datastream)}' -m ${message}`
  );
}

export function python({ broker, account, password, datastream }: Publishing): string {
  const trust = broker.encrypted ? `, tls={"ca_certs": "${AUTHORITY}"}` : "";
  return `import json
from datetime import datetime, timezone
from paho.mqtt import publish
observation = {"result": 21.5, "phenomenonTime": datetime.now(timezone.utc).isoformat()}
publish.single("${topicOf(datastream)}", json.dumps(observation), qos=1, hostname="${broker.host}", port=${broker.port},
               auth={"username": "${account}", "password": "${password}"}${trust})`;
}

export function arduino({ broker, account, password, datastream }: Publishing): string {
  const secure = broker.encrypted;
  const trusted = `const char CA[] = R"PEM(\nthe text of ${AUTHORITY}\n)PEM";\n`;
  return `#include <WiFi.h>
${secure ? "#include <WiFiClientSecure.h>\n" : ""}#include <PubSubClient.h>
${secure ? trusted : ""}${secure ? "WiFiClientSecure" : "WiFiClient"} net;
PubSubClient mqtt(net);
void setup() {
  WiFi.begin("name of the network", "its password");
${secure ? "  net.setCACert(CA);\n" : ""}  mqtt.setServer("${broker.host}", ${broker.port});
}
void loop() {
  if (mqtt.connected() || mqtt.connect("${account}", "${account}", "${password}"))
    mqtt.publish("${topicOf(datastream)}", "{\\"result\\": 21.5}");
  mqtt.loop();
  delay(60000);
}`;
}
