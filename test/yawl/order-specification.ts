/** A small specification: an order is entered, approved, and shipped if it was approved. */
export interface OrderOptions {
  readonly uri?: string;
  readonly version?: string;
  /** Empty if it has none. */
  readonly identifier?: string;
  readonly documentation?: string;
}

export function orderSpecification({
  uri = 'Order',
  version = '0.1',
  identifier = 'UID_order',
  documentation = 'Approves and ships.',
}: OrderOptions = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<specificationSet xmlns="http://www.yawlfoundation.org/yawlschema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="4.0">
  <specification uri="${uri}">
    <documentation>${documentation}</documentation>
    <metaData>
      <title>${uri}</title>
      <version>${version}</version>
      ${identifier === '' ? '' : `<identifier>${identifier}</identifier>`}
    </metaData>
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:complexType name="LineType">
        <xs:sequence>
          <xs:element name="article" type="xs:string"/>
          <xs:element name="quantity" type="xs:positiveInteger"/>
        </xs:sequence>
      </xs:complexType>
      <xs:complexType name="LinesType">
        <xs:sequence>
          <xs:element name="line" type="LineType" maxOccurs="unbounded"/>
        </xs:sequence>
      </xs:complexType>
    </xs:schema>
    <decomposition id="OrderNet" isRootNet="true" xsi:type="NetFactsType">
      <inputParam>
        <index>0</index>
        <name>customer</name>
        <type>string</type>
        <namespace>http://www.w3.org/2001/XMLSchema</namespace>
        <mandatory/>
      </inputParam>
      <inputParam>
        <index>1</index>
        <name>lines</name>
        <type>LinesType</type>
      </inputParam>
      <outputParam>
        <index>0</index>
        <name>granted</name>
        <type>boolean</type>
        <namespace>http://www.w3.org/2001/XMLSchema</namespace>
      </outputParam>
      <localVariable>
        <index>0</index>
        <name>granted</name>
        <type>boolean</type>
        <namespace>http://www.w3.org/2001/XMLSchema</namespace>
        <initialValue>false</initialValue>
      </localVariable>
      <processControlElements>
        <inputCondition id="start"><flowsInto><nextElementRef id="approve"/></flowsInto></inputCondition>
        <task id="approve">
          <name>Approve the order</name>
          <documentation>Is the customer good for it?</documentation>
          <flowsInto>
            <nextElementRef id="ship"/>
            <predicate ordering="0">/OrderNet/granted = 'true'</predicate>
          </flowsInto>
          <flowsInto>
            <nextElementRef id="end"/>
            <isDefaultFlow/>
          </flowsInto>
          <join code="xor"/>
          <split code="xor"/>
          <startingMappings>
            <mapping><expression query="&lt;customer&gt;{/OrderNet/customer/text()}&lt;/customer&gt;"/><mapsTo>customer</mapsTo></mapping>
          </startingMappings>
          <completedMappings>
            <mapping><expression query="&lt;granted&gt;{/Approve/granted/text()}&lt;/granted&gt;"/><mapsTo>granted</mapsTo></mapping>
          </completedMappings>
          <decomposesTo id="Approve"/>
        </task>
        <task id="ship">
          <name>Ship it</name>
          <flowsInto><nextElementRef id="end"/></flowsInto>
          <join code="xor"/>
          <split code="and"/>
          <decomposesTo id="Shipping"/>
        </task>
        <outputCondition id="end"/>
      </processControlElements>
    </decomposition>
    <decomposition id="Shipping" xsi:type="NetFactsType">
      <processControlElements>
        <inputCondition id="begin"><flowsInto><nextElementRef id="note"/></flowsInto></inputCondition>
        <task id="note">
          <flowsInto><nextElementRef id="pack"/></flowsInto>
          <join code="xor"/>
          <split code="and"/>
        </task>
        <task id="pack">
          <name>Pack</name>
          <flowsInto><nextElementRef id="done"/></flowsInto>
          <join code="xor"/>
          <split code="and"/>
          <decomposesTo id="Pack"/>
        </task>
        <outputCondition id="done"/>
      </processControlElements>
    </decomposition>
    <decomposition id="Approve" xsi:type="WebServiceGatewayFactsType">
      <inputParam>
        <index>0</index>
        <name>customer</name>
        <type>string</type>
        <namespace>http://www.w3.org/2001/XMLSchema</namespace>
      </inputParam>
      <outputParam>
        <index>0</index>
        <name>granted</name>
        <type>boolean</type>
        <namespace>http://www.w3.org/2001/XMLSchema</namespace>
        <mandatory/>
      </outputParam>
      <externalInteraction>manual</externalInteraction>
    </decomposition>
    <decomposition id="Pack" xsi:type="WebServiceGatewayFactsType">
      <externalInteraction>manual</externalInteraction>
    </decomposition>
  </specification>
</specificationSet>
`;
}
