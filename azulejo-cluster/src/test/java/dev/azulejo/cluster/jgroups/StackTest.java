package dev.azulejo.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

import javax.xml.parsers.DocumentBuilderFactory;

/** What docs/cluster.md promises of losses and of the network, as the stack that ships has it. */
class StackTest {
    private Document stack;

    @BeforeEach
    void read() throws Exception {
        try (var in = GroupEngine.class.getResourceAsStream("stack.xml")) {
            stack = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
        }
    }

    private Element protocol(String name) {
        var found = stack.getElementsByTagName(name);
        assertThat(found.getLength()).as(name).isOne();
        return (Element) found.item(0);
    }

    private void says(String protocol, String attribute, String value) {
        assertThat(protocol(protocol).getAttribute(attribute))
                .as("%s %s", protocol, attribute)
                .isEqualTo(value);
    }

    /** It listens where it was told to and nowhere else, and answers no questions about itself. */
    @Test
    void itListensWhereItIsTold() {
        says("TCP", "bind_addr", "@address@");
        says("TCP", "bind_port", "@port@");
        says("TCP", "port_range", "0");
        says("TCP", "diag.enabled", "false");
        says("FD_SOCK2", "bind_addr", "@address@");
    }

    /** Of 300,000 bytes that are sent at a time; who claims more is hung up on. */
    @Test
    void messagesHaveABound() {
        says("TCP", "max_length", "4194304");
        says("TCP", "bundler.max_size", "320000");
        says("FRAG2", "frag_size", "300000");
    }

    @Test
    void smallMessagesAreNotHeldBack() {
        says("TCP", "tcp_nodelay", "true");
    }

    /** A loss is noticed when a connection ends, or after 0.5 s of silence and 0.2 s more. */
    @Test
    void lossesAreNoticedSoon() {
        says("FD_ALL3", "timeout", "500");
        says("FD_ALL3", "interval", "100");
        says("VERIFY_SUSPECT2", "timeout", "200");
        says("TCP", "enable_suspect_events", "@is-secure@");
        says("pbcast.GMS", "join_timeout", "300");
    }
}
