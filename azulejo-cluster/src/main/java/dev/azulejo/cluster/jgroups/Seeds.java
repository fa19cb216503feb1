package dev.azulejo.cluster.jgroups;

import dev.azulejo.cluster.engine.Discovery;

import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCPPING;
import org.jgroups.util.Responses;

import java.util.List;

/**
 * Asks where a {@link Discovery} says that members may be, each time that members are looked for;
 * JGroups's own list of hosts is fixed. Public, and with a constructor of no parameters, for
 * JGroups makes it.
 */
public final class Seeds extends TCPPING {
    private Discovery discovery = List::of;

    /** Makes one. */
    public Seeds() {
        id = ClassConfigurator.getProtocolId(TCPPING.class);
        setInitialHosts(List.of());
    }

    void use(Discovery places) {
        discovery = places;
    }

    @Override
    public void findMembers(List<Address> members, boolean initial, Responses responses) {
        setInitialHosts(discovery.places());
        super.findMembers(members, initial, responses);
    }
}
