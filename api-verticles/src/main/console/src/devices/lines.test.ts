import { expect, test } from "vitest";
import { arduino, brokerOf, mosquitto, type Publishing, python } from "./lines";

const publishing = (encrypted: boolean): Publishing => ({
  broker: { host: "farm.example", port: encrypted ? 8883 : 1883, encrypted },
  account: "device-probe-x7",
  password: "s3cret_-x",
  datastream: 42,
});

test("the broker with TLS comes first; ports that an address leaves out are those of MQTT", () => {
  expect(brokerOf(["mqtt://farm.example:1883", "mqtts://farm.example:8884", "wss://farm.example/mqtt"])).toEqual({
    host: "farm.example",
    port: 8884,
    encrypted: true,
  });
  expect(brokerOf(["mqtts://farm.example"])?.port).toBe(8883);
  expect(brokerOf(["mqtt://[::1]"])).toEqual({ host: "[::1]", port: 1883, encrypted: false });
  expect(brokerOf(["ws://farm.example/mqtt"])).toBeUndefined();
});

test("the command for a shell publishes to the topic of the datastream", () => {
  expect(mosquitto(publishing(true))).toBe(
    "mosquitto_pub -V mqttv5 -h farm.example -p 8883 --cafile mqtt-ca.pem -u device-probe-x7 -P 's3cret_-x' -q 1" +
      " -t 'v1.1/Datastreams(42)/Observations'" +
      String.raw` -m "{\"result\": 21.5, \"phenomenonTime\": \"$(date -u +%FT%TZ)\"}"`,
  );
  expect(mosquitto(publishing(false))).not.toContain("--cafile");
});

test("programs name account, password, address and topic, and the certificate only with TLS", () => {
  for (const write of [python, arduino]) {
    const text = write(publishing(true));
    for (const part of ["farm.example", "8883", "device-probe-x7", "s3cret_-x", "v1.1/Datastreams(42)/Observations"])
      expect(text).toContain(part);
    expect(text).toContain("mqtt-ca.pem");
    expect(write(publishing(false))).not.toMatch(/mqtt-ca|Secure|tls/);
  }
});

test("a sketch declares the certificate before it uses it", () => {
  const sketch = arduino(publishing(true));
  expect(sketch.indexOf("const char CA[]")).toBeGreaterThan(-1);
  expect(sketch.indexOf("const char CA[]")).toBeLessThan(sketch.indexOf("net.setCACert(CA)"));
  expect(arduino(publishing(false))).not.toContain("CA");
});
