/** The software GPU: command buffers in, pixels out. Depends on the JDK alone. */
module dev.azulejo.core {
    requires jdk.incubator.vector;

    exports dev.azulejo.core.command;
    exports dev.azulejo.core.device;
    exports dev.azulejo.core.report;
    exports dev.azulejo.core.resource;
    exports dev.azulejo.core.sampling;
    exports dev.azulejo.core.shader;
}
