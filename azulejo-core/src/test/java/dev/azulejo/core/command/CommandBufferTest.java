package dev.azulejo.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;

import org.junit.jupiter.api.Test;

import java.util.List;

class CommandBufferTest {
    private static final Scissor SMALL = new Scissor(1, 2, 3, 4);
    private static final Scissor LARGE = new Scissor(0, 0, 30, 40);

    private static CommandBuffer inPhase() {
        var target = new RenderTarget(8, 8, TextureFormat.RGBA8_SRGB, 1);
        return new CommandBuffer().beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
    }

    @Test
    void aBundleIsExecutedAsIfRecordedInPlace() {
        var bundle = CommandBuffer.bundle().setScissor(SMALL).setScissor(LARGE);
        var direct = inPhase();
        var commands = new CommandBuffer();
        commands.beginPhase(((Command.BeginPhase) direct.commands().getFirst()).pass());
        direct.setScissor(SMALL).setScissor(LARGE).setScissor(SMALL);
        commands.execute(bundle).setScissor(SMALL);
        assertThat(commands.commands()).isEqualTo(direct.commands());
    }

    @Test
    void truncationForgetsTheTail() {
        var commands = inPhase().setScissor(SMALL);
        int size = commands.commands().size();
        commands.setScissor(LARGE).truncate(size).setScissor(SMALL);
        assertThat(commands.commands().subList(1, 3))
                .allMatch(c -> c instanceof Command.SetScissor s && s.scissor() == SMALL);
        assertThatThrownBy(() -> commands.truncate(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("before the phase");
        assertThatThrownBy(() -> commands.truncate(size).draw(0, 3, 0, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no pipeline");
    }

    @Test
    void bundlesAndBuffersAreNotMixedUp() {
        assertThatThrownBy(() -> inPhase().execute(inPhase()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CommandBuffer().execute(CommandBuffer.bundle()))
                .isInstanceOf(IllegalStateException.class);
        var target = new RenderTarget(8, 8, TextureFormat.RGBA8_SRGB, 1);
        assertThatThrownBy(
                        () ->
                                CommandBuffer.bundle()
                                        .beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aBundleThatIsExecutedUnderAMaskIsForWhoeverIsInBoth() {
        var bundle = CommandBuffer.bundle().setScissor(SMALL);
        bundle.mask(0b110).setScissor(LARGE);
        var commands = inPhase().mask(0b011).execute(bundle);
        assertThat(commands.commands().subList(1, 3))
                .containsExactly(
                        new Command.SetScissor(0b011, SMALL), new Command.SetScissor(0b010, LARGE));
        commands.mask(-1).execute(bundle);
        assertThat(commands.commands().get(4)).isSameAs(bundle.commands().get(1));
    }

    @Test
    void everyCommandCanBeLimited() {
        var pipeline = Sheet.OPAQUE;
        var commands = inPhase().setPipeline(pipeline).setEarlyZ(false).setViews(2);
        commands.setVertexBuffer(1, new VertexBuffer(1)).setIndexBuffer(new IndexBuffer(1, 2, 3));
        commands.setBindGroup(1, 2, BindGroup.EMPTY).setScissor(SMALL);
        commands.setViewport(2, Viewport.of(3, 4)).skipNext(new Predicate(0), 1);
        commands.drawIndexed(1, 2, 3, 4, 5).beginPretest(PortionTest.BOUNDS).endPretest();
        assertThat(commands.commands()).map(Command::getClass).doesNotHaveDuplicates();
        assertThat(commands.commands()).hasSize(Command.class.getPermittedSubclasses().length);
        int size = commands.commands().size();
        for (var command : commands.commands().subList(size - 2, size)) {
            // For everybody, since no pixel changes
            assertThat(command.limitTo(0b100)).isSameAs(command);
            assertThat(command.gpuMask()).isEqualTo(-1);
        }
        for (var command : commands.commands().subList(0, size - 2)) {
            var limited = command.limitTo(0b100);
            assertThat(limited).isNotEqualTo(command);
            assertThat(limited.gpuMask()).isEqualTo(0b100);
            // All else is as it was.
            assertThat(limited.toString().replace("gpuMask=4", "gpuMask=-1"))
                    .isEqualTo(command.toString());
        }
    }

    @Test
    void buffersOfGpusAreJoinedPhaseByPhase() {
        var first = inPhase().setScissor(SMALL);
        var pass = ((Command.BeginPhase) first.commands().getFirst()).pass();
        var next = PassDescriptor.load(pass.target());
        var second = new CommandBuffer().beginPhase(pass).setScissor(LARGE).setViews(2);
        second.beginPhase(next).setEarlyZ(false);
        assertThat(CommandBuffer.join(List.of(first, second)).commands())
                .containsExactly(
                        new Command.BeginPhase(0b11, pass),
                        new Command.SetScissor(0b01, SMALL),
                        new Command.SetScissor(0b10, LARGE),
                        new Command.SetViews(0b10, 2),
                        new Command.BeginPhase(0b10, next),
                        new Command.SetEarlyZ(0b10, false));
        first.mask(0b10).beginPhase(next).setViews(3);
        assertThat(CommandBuffer.join(List.of(first, second)).commands()).hasSize(6);
    }

    @Test
    void whatCannotBeJoinedIsRefused() {
        assertThatThrownBy(() -> CommandBuffer.join(List.of()))
                .hasMessage("join: 0 buffers are not 1..64, one a GPU");
        assertThatThrownBy(() -> CommandBuffer.join(List.of(inPhase(), inPhase())))
                .hasMessage("join: phase 0 of buffer 1 is another pass than that of those before");
        var bundle = CommandBuffer.bundle().setScissor(SMALL);
        assertThatThrownBy(() -> CommandBuffer.join(List.of(inPhase(), bundle)))
                .hasMessage("join: buffer 1 begins with no phase");
    }

    @Test
    void masksAndPredicatesAreChecked() {
        assertThatThrownBy(() -> inPhase().mask(0)).hasMessage("mask: 0 names no GPU");
        assertThatThrownBy(() -> inPhase().skipNext(new Predicate(1), 0))
                .hasMessage("skipNext: 0 is not 1 or more");
        var bundle = CommandBuffer.bundle().skipNext(new Predicate(1), 2).setScissor(SMALL);
        assertThatThrownBy(() -> inPhase().execute(bundle))
                .hasMessage("execute: skipNext of 2 commands, of which the bundle has 1");
    }
}
